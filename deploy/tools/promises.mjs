/**
 * Prints the test files of each promise into `contracts/promises.md`. With `--check` it compares, and exits with 1 when the page is
 * out of date, when a text cites a number that the page does not list, or when planted citations are not seen.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const PAGE = 'contracts/promises.md';
const ITEM = /^- \*\*([PS]\d+)\*\* (.*?\.)(?: _[^_]*_)?$/;
const read = (file) => readFileSync(path.join(root, file), 'utf8');

/** The numbers that a text cites, with their lines; path data of drawings (`d="M1 S2 3"`) is not read. */
const citations = (text) =>
  text.split('\n').flatMap((line, index) =>
    [...line.replaceAll(/\bd="[^"]*"/g, '').matchAll(/(?<![\w.#/-])[PS]\d{1,3}(?!\w)/g)].map(([number]) => ({
      number,
      line: index + 1,
    })),
  );

const isProof = (file) =>
  /\.(test|features)\.tsx?$/.test(file) || file.startsWith('deploy/faults/src/scenarios/');

/** `identity: login.int` for `services/identity/test/login.int.test.ts`. */
const shortName = (file) => {
  const [top, second] = file.split('/');
  const part = ['services', 'deploy'].includes(top) ? second.replace('_', '') : top;
  return [part, path.basename(file).replace(/(\.test)?\.tsx?$/, '')];
};

const printedTests = (files) => {
  const parts = new Map();
  for (const [part, name] of files.map(shortName).sort((a, b) => a.join().localeCompare(b.join(), 'en')))
    parts.set(part, [...(parts.get(part) ?? []), name]);
  return [...parts].map(([part, names]) => `${part}: ${names.join(', ')}`).join('; ');
};

const { stdout } = spawnSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.md'],
  {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  },
);
const files = stdout
  .split('\n')
  .filter((file) => file && file !== PAGE && file !== 'deploy/tools/promises.mjs')
  .filter((file) => existsSync(path.join(root, file)));
const cited = files.flatMap((file) => citations(read(file)).map((citation) => ({ file, ...citation })));

const page = read(PAGE);
const listed = new Set(page.split('\n').flatMap((line) => ITEM.exec(line)?.[1] ?? []));
const unlisted = (all) => all.filter(({ number }) => !listed.has(number));

const proofs = (number) => [
  ...new Set(cited.filter((one) => one.number === number && isProof(one.file)).map(({ file }) => file)),
];
const printed = page
  .split('\n')
  .map((line) => {
    const [, number, sentence] = ITEM.exec(line) ?? [];
    if (!number) return line;
    const tests = printedTests(proofs(number));
    return `- **${number}** ${sentence}${tests && ` _${tests}_`}`;
  })
  .join('\n');

const fail = (lines) => {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(1);
};

const planted = unlisted(
  citations("/** Bounded (promise P99). */\nit('is refused (CAT-11, S98)', () => {});"),
);
if (planted.length !== 2) fail(['the check does not see planted numbers that are not listed']);
const strangers = unlisted(cited).map(
  ({ file, line, number }) => `${file}:${line}: ${number} is not listed in ${PAGE}`,
);
if (strangers.length > 0) fail(strangers);

if (!process.argv.includes('--check')) writeFileSync(path.join(root, PAGE), printed);
else if (printed !== page) fail([`${PAGE} is out of date: run npm run docs`]);
process.stdout.write(
  `2 planted numbers found; ${cited.length} citations of ${listed.size} promises and attacks\n`,
);
