/**
 * Refuses source files of more than 300 lines. Exits with 1 and one line for each, for an exception that is no longer
 * needed, and when the check does not see a planted long file.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const LIMIT = 300;

/** file → why it may be longer */
const exceptions = {
  'web/kit/src/tokens.css': 'a table of design tokens, replaced as one block by a fork',
};

const isSource = (file) => /\.(tsx?|mjs|css)$/.test(file);

/** @returns one line when a file is too long, or has an exception without need */
const faultsOf = (file, text) => {
  if (!isSource(file)) return [];
  const lines = text.split('\n').length - 1;
  const isLong = lines > LIMIT;
  if (isLong === file in exceptions) return [];
  return [`${file}: ${lines} lines${isLong ? '' : ', remove its exception'}`];
};

/** How many faults each planted file must have. */
const planted = [
  [['services/library/src/planted.ts', 'x;\n'.repeat(LIMIT + 1)], 1],
  [['web/src/planted.module.css', '\n'.repeat(LIMIT + 1)], 1],
  [['deploy/tools/planted.mjs', 'x;\n'.repeat(LIMIT)], 0],
  [['web/kit/src/tokens.css', 'x\n'], 1],
];
const unseen = planted.filter(([file, count]) => faultsOf(...file).length !== count);
if (unseen.length > 0) {
  process.stderr.write(`planted files with a wrong result: ${unseen.map(([[file]]) => file).join(', ')}\n`);
  process.exit(1);
}

const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
});
const files = stdout.split('\n').filter((file) => isSource(file) && existsSync(path.join(root, file)));
const faults = files.flatMap((file) => faultsOf(file, readFileSync(path.join(root, file), 'utf8')));
for (const file of Object.keys(exceptions))
  if (!files.includes(file)) faults.push(`${file}: no such file, remove its exception`);
if (files.length < 100) faults.push(`only ${files.length} files were seen`);
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\nthe limit is ${LIMIT} lines: split the file by what it does\n`);
  process.exit(1);
}
process.stdout.write(
  `3 planted files found; none of ${files.length} files has more than ${LIMIT} lines, ${Object.keys(exceptions).length} exception\n`,
);
