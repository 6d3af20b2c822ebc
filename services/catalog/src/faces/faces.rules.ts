import { createHash } from 'node:crypto';
import type { MediaItem, TitleScript } from '@satrangi/contracts';
import { namesOf } from '../shelf/items.rules.ts';

/** Raise it when faces are cut in another way or from other fonts: all are made anew then. */
const MAKING = 1;

type Letters = {
  /** Letters in a row, with what parts or joins them: what a browser sets in one go. */
  readonly words: RegExp;
  /** Words with nothing but spaces between: some browsers set these in one go. */
  readonly phrases: RegExp;
};

const lettersIn = (block: string): Letters => {
  const word = `[${block}][${block}\\u200c\\u200d]*`;
  return { words: new RegExp(word, 'g'), phrases: new RegExp(`${word}(?: ${word})*`, 'g') };
};

const scripts: Readonly<Record<TitleScript, Letters>> = {
  devanagari: lettersIn('\\u0900-\\u097f'),
  bengali: lettersIn('\\u0980-\\u09ff'),
  tamil: lettersIn('\\u0b80-\\u0bff'),
  urdu: lettersIn('\\u0600-\\u06ff'),
};

/** What pages set in the face of titles: both titles of an item and the names on its cover. */
export const titleTextsOf = (item: MediaItem): string[] =>
  [item.title, item.altTitle ?? '', ...namesOf(item)].filter((text) => /[\u0600-\u0bff]/.test(text));

/** Everything of one script that is set in its face, each once and in order. */
export const piecesOf = (script: TitleScript, texts: Iterable<string>): string[] => {
  const { words, phrases } = scripts[script];
  const pieces = new Set<string>();
  for (const text of texts)
    for (const piece of [...(text.match(phrases) ?? []), ...(text.match(words) ?? [])]) pieces.add(piece);
  return [...pieces].sort();
};

/** The same pieces have the same key: their face is made once. */
export const keyOfPieces = (pieces: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([MAKING, ...pieces]))
    .digest('hex');

const hexOf = (point: number): string => point.toString(16).toUpperCase();

/** Letters as CSS names them, neighbours as one range: `U+905-907,U+90F`. */
export const unicodeRangeOf = (letters: Iterable<string>): string => {
  const points = [...new Set([...letters].map((letter) => letter.codePointAt(0) ?? 0))].sort((a, b) => a - b);
  const ranges: [first: number, last: number][] = [];
  for (const point of points) {
    const open = ranges.at(-1);
    if (open && open[1] === point - 1) open[1] = point;
    else ranges.push([point, point]);
  }
  return ranges.map(([first, last]) => `U+${hexOf(first)}${last > first ? `-${hexOf(last)}` : ''}`).join(',');
};
