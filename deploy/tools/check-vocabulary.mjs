/**
 * Refuses old names (`vocabulary.mjs`) as identifiers, and as names of files and folders of any kind, and terms of the
 * field without a file of that name. Exits with 1 and one line for each, and when the check does not see a planted one. Strings and comments are not read: names on the wire and stored names stay.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { fieldTerms, oldNames, oldWords, storedNames } from './vocabulary.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** `handleWebhook`, `HandleWebhook`, `HANDLE_WEBHOOK` and `handle-webhook.rules` → `handle-webhook`, … */
const kebab = (name) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .replaceAll(/[_.\s]+/g, '-')
    .toLowerCase();

const exact = new Map(Object.entries(oldNames).filter(([name]) => !name.includes('*')));
const prefixes = Object.entries(oldNames)
  .filter(([name]) => name.endsWith('*'))
  .map(([name, use]) => [name.slice(0, -1), use]);

/** @returns the term to use instead, or undefined when the name is fine */
const insteadOf = (name) => {
  const words = kebab(name);
  const named = exact.get(words) ?? prefixes.find(([prefix]) => words.startsWith(prefix))?.[1];
  if (named || storedNames.includes(words)) return named;
  const word = words.split('-').find((part) => Object.hasOwn(oldWords, part));
  return word && oldWords[word];
};

/** Every identifier of a TypeScript or JavaScript text, with its line. */
function* identifiers(file, text) {
  const variant = /x$/.test(file) ? ts.LanguageVariant.JSX : ts.LanguageVariant.Standard;
  const source = ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    false,
    variant === ts.LanguageVariant.JSX ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const stack = [source];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node))
      yield [node.text.replace('#', ''), source.getLineAndCharacterOfPosition(node.end).line + 1];
    ts.forEachChild(node, (child) => void stack.push(child));
  }
}

/** @returns one line for each old name in a path */
const oldNamesInPath = (file) =>
  file
    .split('/')
    .map((name) => name.replace(/(\.\w+)+$/, ''))
    .flatMap((part) => {
      const use = insteadOf(part);
      return use ? [`${file}: file name ${part}; use ${use}`] : [];
    });

/** @returns one line for each old name in the code of a file */
const oldNamesIn = (file, text) => {
  const found = new Set();
  for (const [name, line] of identifiers(file, text)) {
    const use = insteadOf(name);
    if (use) found.add(`${file}:${line}: ${name}; use ${use}`);
  }
  return [...found];
};

/** @returns one line for each term that leads to no file, or to a file of another name */
const missingTerms = (terms, paths) =>
  Object.entries(terms).flatMap(([term, files]) => {
    const wrong = files.filter((file) => !file.includes(term) || !paths.includes(file));
    return files.length > 0 && wrong.length === 0
      ? []
      : [`${term}: no file of this name: ${wrong.join(', ') || 'none is listed'}`];
  });

const planted = [
  ...oldNamesInPath('services/library/src/hear-order.ts'),
  ...oldNamesInPath('deploy/hot-reads/order-books.md'),
  ...oldNamesIn('services/x.ts', 'export const askStanding = (rememberMedia, askedAt) => rememberMedia;'),
  ...oldNamesInPath('services/library/src/ask-for-order.ts'),
  ...missingTerms({ retry: ['src/again.ts'] }, ['src/again.ts']),
  ...missingTerms({ retry: ['src/retry.ts'] }, ['src/again.ts']),
  ...missingTerms({ retry: [] }, ['src/retry.ts']),
];
if (planted.length !== 9) {
  process.stderr.write(`the check does not see what is planted:\n${planted.join('\n')}\n`);
  process.exit(1);
}

const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
});
const paths = stdout.split('\n').filter((file) => file && existsSync(path.join(root, file)));
const code = paths.filter((file) => /\.(tsx?|mjs)$/.test(file) && file !== 'deploy/tools/vocabulary.mjs'); // the list itself
const lines = [
  ...missingTerms(fieldTerms, paths),
  ...paths.flatMap(oldNamesInPath),
  ...code.flatMap((file) => oldNamesIn(file, readFileSync(path.join(root, file), 'utf8'))),
];
if (code.length < 100) lines.push(`only ${code.length} files were seen`);
if (lines.length > 0) {
  process.stderr.write(`${lines.join('\n')}\n${lines.length} names: CONTRIBUTING.md has the glossary\n`);
  process.exit(1);
}
process.stdout.write(`9 planted names found; none in ${code.length} files and ${paths.length} file names\n`);
