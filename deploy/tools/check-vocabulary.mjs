/**
 * Refuses old names (`vocabulary.mjs`) as identifiers and file names. Exits with 1 and one line for each, and when the
 * check does not see a planted one. Strings and comments are not read: names on the wire and stored names stay.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { oldNames } from './vocabulary.mjs';

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
  return exact.get(words) ?? prefixes.find(([prefix]) => words.startsWith(prefix))?.[1];
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

/** @returns one line for each old name in a file */
const oldNamesIn = (file, text) => {
  const found = new Set();
  for (const part of file.split('/').map((name) => name.replace(/(\.\w+)+$/, ''))) {
    const use = insteadOf(part);
    if (use) found.add(`${file}: file name ${part}; use ${use}`);
  }
  for (const [name, line] of identifiers(file, text)) {
    const use = insteadOf(name);
    if (use) found.add(`${file}:${line}: ${name}; use ${use}`);
  }
  return [...found];
};

const planted = oldNamesIn(
  'services/library/src/hear-order.ts',
  'export const askStanding = (rememberMedia) => rememberMedia;',
);
if (planted.length !== 3) {
  process.stderr.write(`the check does not see planted old names:\n${planted.join('\n')}\n`);
  process.exit(1);
}

const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
});
const files = stdout.split('\n').filter((file) => file && file !== 'deploy/tools/vocabulary.mjs'); // the list itself
const lines = files.flatMap((file) => oldNamesIn(file, readFileSync(path.join(root, file), 'utf8')));
if (files.length < 100) lines.push(`only ${files.length} files were seen`);
if (lines.length > 0) {
  process.stderr.write(`${lines.join('\n')}\n${lines.length} old names: CONTRIBUTING.md has the glossary\n`);
  process.exit(1);
}
process.stdout.write(`3 planted old names found; none in ${files.length} files\n`);
