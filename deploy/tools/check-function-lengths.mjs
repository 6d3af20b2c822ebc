/**
 * Refuses functions of more than 80 lines, from the first to the last, unless the line directly above begins `// long:` and
 * says why. Blocks of tests are no functions of this kind. Exits with 1 and one line for each, for a reason that is no
 * longer needed, and when the check does not see a planted long function.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const LIMIT = 80;

const isCode = (file) => /\.(tsx?|mjs)$/.test(file) && !/\.(test|features)\.tsx?$/.test(file);

/** The line, from 1, of an offset in a text whose lines begin at `starts`. */
const lineAt = (starts, offset) => {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
};

/** The functions of a file, each with its first and its last line. */
const functionsOf = (file, text) => {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const found = [];
  const add = ({ start, end }) => found.push([lineAt(starts, start), lineAt(starts, end - 1)]);
  const { program } = parseSync(file, text);
  new Visitor({ FunctionDeclaration: add, FunctionExpression: add, ArrowFunctionExpression: add }).visit(
    program,
  );
  return found;
};

/** @returns one line for each function that is too long, and for each reason without need */
const faultsOf = (file, text) => {
  const lines = text.split('\n');
  const isReason = (line) => /^\s*\/\/ long: \S/.test(lines[line - 1] ?? '');
  const long = functionsOf(file, text).filter(([first, last]) => last - first + 1 > LIMIT);
  const excused = new Set(long.map(([first]) => first - 1).filter(isReason));
  return [
    ...long
      .filter(([first]) => !excused.has(first - 1))
      .map(([first, last]) => `${file}:${first}: a function of ${last - first + 1} lines`),
    ...lines.flatMap((_, index) =>
      isReason(index + 1) && !excused.has(index + 1)
        ? [`${file}:${index + 1}: no long function below, remove the reason`]
        : [],
    ),
  ];
};

const body = (lines) => `{\n${'  go();\n'.repeat(lines - 2)}}`;
/** How many faults each planted file must have. */
const planted = [
  ['planted-arrow.ts', `export const a = (b: string): void => ${body(LIMIT + 1)};\n`, 1],
  ['planted-component.tsx', `export function A() ${body(LIMIT + 1)}\n`, 1],
  ['planted-method.mjs', `export const a = { b() ${body(LIMIT + 1)} };\n`, 1],
  ['planted-short.ts', `export const a = () => ${body(LIMIT)};\n`, 0],
  ['planted-reason.ts', `// long: a table\nexport const a = () => ${body(LIMIT + 1)};\n`, 0],
  ['planted-no-need.ts', `// long: a table\nexport const a = () => ${body(LIMIT)};\n`, 1],
];
const unseen = planted.filter(([file, text, count]) => faultsOf(file, text).length !== count);
if (unseen.length > 0) {
  process.stderr.write(`planted files with a wrong result: ${unseen.map(([file]) => file).join(', ')}\n`);
  process.exit(1);
}

const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
});
const files = stdout.split('\n').filter((file) => isCode(file) && existsSync(path.join(root, file)));
const texts = files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]);
const faults = texts.flatMap(([file, text]) => faultsOf(file, text));
if (files.length < 100) faults.push(`only ${files.length} files were seen`);
if (faults.length > 0) {
  process.stderr.write(
    `${faults.join('\n')}\nthe limit is ${LIMIT} lines: split the function by what it does\n`,
  );
  process.exit(1);
}
const reasons = texts.flatMap(([, text]) => text.match(/^\s*\/\/ long: \S/gm) ?? []).length;
process.stdout.write(
  `${planted.length} planted files judged; no function of ${files.length} files has more than ${LIMIT} lines, ${reasons} with a reason\n`,
);
