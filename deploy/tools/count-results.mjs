/**
 * Prints the total of passed, failed and skipped tests. Exits with 1 on a failure, on a skip, or with no test. Scenarios for which a
 * slow machine had no time are counted as skipped and named; they do not fail the run (decision 0178).
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';

const [failedBefore, testsFile, faultsFile] = process.argv.slice(2);
const read = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};

const tests = read(testsFile);
const faults = read(faultsFile);
const passed = (tests?.numPassedTests ?? 0) + (faults?.passed ?? 0);
const skipped = (tests?.numPendingTests ?? 0) + (tests?.numTodoTests ?? 0) + (faults?.skipped ?? 0);
const notStarted = faults?.notStarted ?? [];
// A suite that failed to load, a missing report and a failed check each count as one failure.
const brokenSuites = (tests?.testResults ?? []).filter(
  (suite) => suite.status === 'failed' && suite.assertionResults.length === 0,
);
let failed = (tests?.numFailedTests ?? 1) + (faults?.failed ?? 1) + brokenSuites.length;
if (failed === 0 && failedBefore !== '0') failed = 1;

/** Lines of a message that are printed: what was expected and received, not the whole stack. */
const MESSAGE_LINES = 20;
const messageOf = ({ failureMessages = [] }) =>
  stripVTControlCharacters(failureMessages.join('\n'))
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('/node_modules/'))
    .slice(0, MESSAGE_LINES)
    .map((line) => `    ${line.slice(0, 600)}\n`)
    .join('');

for (const suite of tests?.testResults ?? []) {
  if (brokenSuites.includes(suite))
    process.stdout.write(`failed: ${suite.name}\n${messageOf({ failureMessages: [suite.message ?? ''] })}`);
  for (const result of suite.assertionResults)
    if (result.status !== 'passed')
      process.stdout.write(`${result.status}: ${result.fullName}\n${messageOf(result)}`);
}

for (const { name, ok, skipped: isSkipped, detail } of faults?.checks ?? [])
  if (!ok || isSkipped)
    process.stdout.write(`${ok ? 'skipped' : 'failed'}: ${name}\n    ${detail.slice(0, 600)}\n`);

for (const name of notStarted) process.stdout.write(`skipped: ${name}\n    the time of this run was over\n`);

process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped + notStarted.length} skipped\n`);
process.exitCode = failed > 0 || skipped > 0 || passed === 0 ? 1 : 0;
