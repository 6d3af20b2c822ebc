import { blocksOf, escapeMarkup, type TextBlock } from '@satrangi/contracts';

/** A text that has an edition. */
export type TextDocument = {
  readonly title: string;
  readonly author?: string;
  /** HTML. */
  readonly richText: string;
  /** The path of the full page. */
  readonly path: string;
  /** The path of the edition. */
  readonly textPath: string;
};

/** A whole answer fits into the first round trip of a connection (checklist BEY-04). */
export const TEXT_EDITION_MAX_BYTES = 14_000;
/** What a part may hold of the text; the rest is for the title, the links and the markup. */
const PART_MAX_BYTES = 11_500;
const PARAGRAPH_MAX = 1_500;

const scripts = [
  ['hi', 'Devanagari', /\p{Script=Devanagari}/gu],
  ['ta', 'Tamil', /\p{Script=Tamil}/gu],
  ['bn', 'Bengali', /\p{Script=Bengali}/gu],
  ['ur', 'Arabic', /\p{Script=Arabic}/gu],
] as const;

/** The most common language of the script of most letters. */
const languageOf = (text: string): string => {
  const half = (text.match(/\p{L}/gu)?.length ?? 0) / 2;
  return scripts.find(([, , letters]) => (text.match(letters)?.length ?? 0) > half)?.[0] ?? 'en';
};

/** The edition brings no font: a device without one for a script shows boxes. */
const fontNote = (text: string, path: string): string[] => {
  const found = scripts.filter(([, , letters]) => text.search(letters) >= 0).map(([, name]) => name);
  if (found.length === 0) return [];
  const names = new Intl.ListFormat('en').format(found);
  return [
    `<p lang="en">This text has letters of the ${names} script. If you see empty boxes, this device has no font for them: <a href="${escapeMarkup(path)}">the full page</a> brings its own.</p>`,
  ];
};

/** Paragraphs of a length that always fits into a part, cut between words where possible. */
const piecesOf = (text: string): string[] =>
  text.match(new RegExp(`.{1,${PARAGRAPH_MAX}}(?:\\s|$)|.{1,${PARAGRAPH_MAX}}`, 'gsu')) ?? [];

const rowsOf = (block: TextBlock): string[] =>
  piecesOf(block.text).map((piece) =>
    block.isHeading
      ? `<h2 dir="auto">${escapeMarkup(piece.trim())}</h2>`
      : `<p dir="auto">${escapeMarkup(piece.trim())}</p>`,
  );

/** The rows of a text in parts that each fit into one answer. */
const partsOf = (rows: readonly string[]): string[][] => {
  const parts: string[][] = [[]];
  let bytes = 0;
  for (const row of rows) {
    const size = Buffer.byteLength(row) + 1;
    if (bytes + size > PART_MAX_BYTES && bytes > 0) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(row);
    bytes += size;
  }
  return parts;
};

const linksOf = ({ path, textPath }: TextDocument, part: number, count: number): string => {
  const link = (to: number, text: string): string =>
    to < 1 || to > count ? '' : `<a href="${escapeMarkup(textPath)}?part=${to}">${text}</a>`;
  const parts = [link(part - 1, 'Previous part'), link(part + 1, 'Next part')].filter(Boolean).join(' ');
  return [
    ...(count > 1 ? [`<p>Part ${part} of ${count}. ${parts}</p>`] : []),
    `<p><a href="${escapeMarkup(path)}">The full page</a></p>`,
  ].join('\n');
};

/**
 * One part of a text as a page: no script, no style, no picture, no font (checklist BEY-04).
 * @param title of the browser tab
 * @returns null for a part that does not exist
 */
export const textEdition = (
  document: TextDocument,
  { part, title, origin }: { readonly part: number; readonly title: string; readonly origin: string },
): string | null => {
  const blocks = blocksOf(document.richText);
  const parts = partsOf(blocks.flatMap(rowsOf));
  const rows = parts[part - 1];
  if (!rows) return null;
  const words = [document.title, ...blocks.map(({ text }) => text)].join(' ');
  return [
    '<!doctype html>',
    `<html lang="${languageOf(words)}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<meta name="color-scheme" content="light dark">',
    '<link rel="icon" href="data:,">',
    `<link rel="canonical" href="${escapeMarkup(origin + document.path)}">`,
    `<title>${escapeMarkup(title)}</title>`,
    '</head>',
    '<body style="background:Canvas;color:CanvasText">',
    '<main style="max-width:40rem;margin:auto;line-height:1.6">',
    `<h1 dir="auto">${escapeMarkup(document.title)}</h1>`,
    ...(document.author ? [`<p dir="auto">${escapeMarkup(document.author)}</p>`] : []),
    ...fontNote(words, document.path),
    ...rows,
    linksOf(document, part, parts.length),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
};
