/**
 * Compares the interface texts of the shop with its tables of translations (`web/src/languages/<language>/<area>.json`):
 * each text of an element, each shown attribute and each sentence of the code has a translation or stands in `untranslated.json` with its reason, each
 * translation has the placeholders of its key, and each key is still a text of the code.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import ts from 'typescript';

const LANGUAGES = 'web/src/languages';
const SHOWN = new Set([
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'aria-roledescription',
  'title',
  'placeholder',
  'alt',
]);
/** A document that stays in English has React's own runtime. */
const isDocument = (text) => text.startsWith('/** @jsxImportSource react */');
const placeholder = /\{#?(\d)\}/g;
const wordsOf = (text) => text.replace(placeholder, ' ');
const hasWords = (text) => /\p{L}{2}/u.test(wordsOf(text));
/** A key without the kind of its placeholders, which only the type of a value tells. */
const canonical = (key) => key.replaceAll('{#', '{');

const listed = (...folders) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n');
const isCode = (file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file);

/** The text of a JSX text node as the compiler leaves it. */
const compiledText = (text) => {
  const lines = text.split(/\r?\n/);
  const trimmed = lines.map((line, index) => {
    const start = index === 0 ? line : line.trimStart();
    return index === lines.length - 1 ? start : start.trimEnd();
  });
  return trimmed.filter((line) => line !== '').join(' ');
};

/** The texts that an expression chooses from; null when it is anything else. */
const literals = (node) => {
  if (ts.isParenthesizedExpression(node)) return literals(node.expression);
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) {
    const [one, other] = [literals(node.whenTrue), literals(node.whenFalse)];
    return one && other ? [...one, ...other] : null;
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) {
    const shown = literals(node.right);
    return shown && ['', ...shown];
  }
  return null;
};

const ELEMENT = Symbol('element');
const VALUE = Symbol('value');

const partOf = (child) => {
  if (ts.isJsxText(child)) return compiledText(child.text) === '' ? [] : [[compiledText(child.text)]];
  if (!ts.isJsxExpression(child)) return [ELEMENT];
  return child.expression ? [literals(child.expression) ?? VALUE] : [];
};

/** The keys of one run of children: one for each combination of the texts it chooses from. */
const keysOf = (parts) => {
  let keys = [''];
  let count = 0;
  for (const part of parts)
    if (Array.isArray(part)) keys = keys.flatMap((key) => part.map((text) => key + text));
    else {
      keys = keys.map((key) => `${key}{${count}}`);
      count += 1;
    }
  return keys.map((key) => key.trim());
};

/** An icon before or after a text is no part of its sentence. */
const withoutIcons = (parts) => {
  const isText = (part, edge) => Array.isArray(part) && !edge.test(part[0]);
  const from = parts[0] === ELEMENT && isText(parts[1], /^\s/) ? 1 : 0;
  const to = parts.at(-1) === ELEMENT && isText(parts.at(-2), /[\s(“]$/) ? -1 : undefined;
  return parts.slice(from, to);
};

/** Errors for developers; the page shows a sentence of its own. */
const DEVELOPER_ERROR = /^(Type|Range)?Error$|^DOMException$/;
const SENTENCE = /^[A-Z“].* .*[.?!…]$|^[A-Z][\p{L}’']*( [\p{Ll}’'-]+)+$/u;

/** The strings that are a sentence or a label wherever they stand: also as an argument, or as the value of a property. */
const sentencesOf = (node) => {
  if (!ts.isTemplateExpression(node) && !ts.isStringLiteralLike(node)) return [];
  const parts = ts.isTemplateExpression(node)
    ? [
        [node.head.text],
        ...node.templateSpans.flatMap(({ expression, literal }) => [
          literals(expression) ?? VALUE,
          [literal.text],
        ]),
      ]
    : [[node.text]];
  const isPart = parts.length === 1 && node.text !== node.text.trim();
  return isPart ? [] : keysOf(parts).filter((key) => SENTENCE.test(key));
};
const hasNoTexts = (node) =>
  ts.isTypeNode(node) ||
  ts.isImportDeclaration(node) ||
  (ts.isNewExpression(node) && DEVELOPER_ERROR.test(node.expression.getText()));

/** Texts of elements, of shown attributes, and sentences of the code, each with its place. */
const textsOf = (file, content = readFileSync(file, 'utf8')) => {
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true);
  if (isDocument(source.text)) return [];
  const found = [];
  const visit = (node) => {
    if (hasNoTexts(node)) return;
    found.push(...sentencesOf(node));
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const parts = withoutIcons(node.children.flatMap(partOf));
      if (parts.some((part) => Array.isArray(part) && part.some(hasWords))) found.push(...keysOf(parts));
    }
    const attribute =
      ts.isJsxAttribute(node) && SHOWN.has(node.name.getText()) ? node.initializer : undefined;
    if (attribute && ts.isStringLiteral(attribute)) found.push(attribute.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.filter(hasWords).map((key) => ({ key, file }));
};

const readTable = (folder) =>
  readdirSync(folder).flatMap((name) =>
    Object.entries(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'))).map(([key, text]) => ({
      key,
      text,
      file: `${folder}/${name}`,
    })),
  );

const namesIn = (text) => (text.match(placeholder) ?? []).sort().join(' ');

/** Files whose texts may have a translation: code, and the genres of the demo titles. */
const isSource = (file) => (file.startsWith('deploy/seed/content/') ? file.endsWith('.json') : isCode(file));

/** The code as one line, quotes unescaped, so that a key of it can be found. */
const everyText = () =>
  listed('web/src', 'web/kit/src', 'contracts/src', 'services', 'gateway/src', 'deploy/seed/content')
    .filter(isSource)
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => !isDocument(text))
    .map((text) => text.replaceAll('\\', '').replaceAll('&apos;', "'").replaceAll('&nbsp;', '\u00a0'))
    .join(' ')
    .replace(/[ \n\r\t]+/g, ' ');

const code = everyText();
const untranslated = JSON.parse(readFileSync(`${LANGUAGES}/untranslated.json`, 'utf8'));

/** What is wrong with a table for these texts of the interface. */
const problemsOf = (texts, table, language) => {
  const shown = new Set(texts.map(({ key }) => canonical(key)));
  const translated = new Set(table.map(({ key }) => canonical(key)));
  // all words are compared: a text that the code composes stands nowhere as a whole
  const isInCode = (key) =>
    shown.has(canonical(key)) ||
    (wordsOf(key).match(/[\p{L}’']+/gu) ?? []).every((word) => code.includes(word));
  const textOf = new Map(table.map(({ key, text }) => [key, text]));
  return [
    ...table
      .filter(({ key, text }) => textOf.get(key) !== text)
      .map(({ key, file }) => `${file}: another translation than in another file: ${key}`),
    ...texts
      .filter(({ key }) => !translated.has(canonical(key)) && !(key in untranslated))
      .map(({ key, file }) => `${file}: no ${language}: ${key}`),
    ...table
      .filter(({ key, text }) => namesIn(key) !== namesIn(text))
      .map(({ key, file }) => `${file}: other placeholders: ${key}`),
    ...[
      ...table,
      ...Object.keys(untranslated).map((key) => ({ key, file: `${LANGUAGES}/untranslated.json` })),
    ]
      .filter(({ key }) => !isInCode(key))
      .map(({ key, file }) => `${file}: no text of the code: ${key}`),
  ];
};

const texts = listed('web/src', 'web/kit/src')
  .filter(isCode)
  .flatMap((file) => textsOf(file));
const inHelpers = textsOf(
  'planted.tsx',
  [
    "check('a-name', 'Planted in a helper')",
    ['failureOf(`Planted $', '{n} times.`)'].join(''),
    "throw new TypeError('Planted for developers.')",
  ].join(';'),
);
const planted = [
  { key: ['Plan', 'tedly said'].join(''), text: 'x', file: 'planted' },
  { key: '{0} of {1}', text: '{1}', file: 'planted' },
  { key: '{0} of {1}', text: '{1} {0}', file: 'planted' },
];
const languages = readdirSync(LANGUAGES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const problems = new Set();
for (const { name: language } of languages) {
  const table = readTable(`${LANGUAGES}/${language}`);
  const missing = [...texts, { key: 'Not translated, planted', file: 'planted' }, ...inHelpers];
  const found = problemsOf(missing, [...table, ...planted], language).filter((line) =>
    line.startsWith('planted'),
  );
  if (found.length !== 6) problems.add(`${found.length} of 6 planted faults found: ${found.join('; ')}`);
  for (const problem of problemsOf(texts, table, language)) problems.add(problem);
}

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(
  `6 planted faults found; ${texts.length} texts of the interface have their translation\n`,
);
process.exitCode = problems.size === 0 ? 0 : 1;
