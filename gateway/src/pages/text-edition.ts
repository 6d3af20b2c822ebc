import {
  type Blog,
  blocksOf,
  blogPath,
  escapeMarkup,
  type TextBlock,
  textEditionPath,
} from '@satrangi/contracts';

/** A whole answer fits into the first round trip of a connection (checklist BEY-04). */
export const TEXT_EDITION_MAX_BYTES = 14_000;
/** What a part may hold of the text; the rest is for the title, the links and the markup. */
const PART_MAX_BYTES = 11_500;
const PARAGRAPH_MAX = 1_500;

const scripts = [
  ['hi', /\p{Script=Devanagari}/gu],
  ['ta', /\p{Script=Tamil}/gu],
  ['bn', /\p{Script=Bengali}/gu],
  ['ur', /\p{Script=Arabic}/gu],
] as const;

/** The most common language of the script of most letters. */
const languageOf = (text: string): string => {
  const half = (text.match(/\p{L}/gu)?.length ?? 0) / 2;
  return scripts.find(([, letters]) => (text.match(letters)?.length ?? 0) > half)?.[0] ?? 'en';
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

const linksOf = (id: string, part: number, count: number): string => {
  const link = (to: number, text: string): string =>
    to < 1 || to > count ? '' : `<a href="${escapeMarkup(textEditionPath(id))}?part=${to}">${text}</a>`;
  const parts = [link(part - 1, 'Previous part'), link(part + 1, 'Next part')].filter(Boolean).join(' ');
  return [
    ...(count > 1 ? [`<p>Part ${part} of ${count}. ${parts}</p>`] : []),
    `<p><a href="${escapeMarkup(blogPath(id))}">The full page</a></p>`,
  ].join('\n');
};

/**
 * One part of a post as a page of text: no script, no style, no picture, no font.
 * @param title of the browser tab
 * @returns null for a part that does not exist
 */
export const textEdition = (
  blog: Blog,
  { part, title, origin }: { readonly part: number; readonly title: string; readonly origin: string },
): string | null => {
  const parts = partsOf(blocksOf(blog.content).flatMap(rowsOf));
  const rows = parts[part - 1];
  if (!rows) return null;
  return [
    '<!doctype html>',
    `<html lang="${languageOf(blog.title + blog.excerpt)}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<meta name="color-scheme" content="light dark">',
    '<link rel="icon" href="data:,">',
    `<link rel="canonical" href="${escapeMarkup(origin + blogPath(blog._id))}">`,
    `<title>${escapeMarkup(title)}</title>`,
    '</head>',
    '<body style="background:Canvas;color:CanvasText">',
    '<main style="max-width:40rem;margin:auto;line-height:1.6">',
    `<h1 dir="auto">${escapeMarkup(blog.title)}</h1>`,
    `<p dir="auto">${escapeMarkup(blog.author)}</p>`,
    ...rows,
    linksOf(blog._id, part, parts.length),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
};

/** The id of a post whose text edition is asked for. */
export const textEditionIdOf = (path: string): string | undefined => {
  const id = /^\/text\/blogs\/([^/]+)$/.exec(path)?.[1];
  try {
    return id === undefined ? undefined : decodeURIComponent(id);
  } catch {
    return undefined;
  }
};
