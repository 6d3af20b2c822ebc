import { createHash } from 'node:crypto';
import type { TitleScript } from '@satrangi/contracts';
import type { ItemTraits } from '../catalog-index/item-traits.rules.ts';
import { namesOf } from '../catalog-index/items.rules.ts';

/** Part of the key. Increase it when the subsetting or the source fonts change, so that all fonts are rebuilt. */
const BUILD_VERSION = 1;

type Letters = {
  /** Consecutive letters with joiners: the run that a browser shapes at once. */
  readonly words: RegExp;
  /** Words separated by spaces only: some browsers shape these at once. */
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

/** The texts rendered in the title font: both titles of an item and the names on its cover. */
export const titleTextsOf = (item: ItemTraits): string[] =>
  [item.title, item.altTitle ?? '', ...namesOf(item)].filter((text) => /[\u0600-\u0bff]/.test(text));

/** The distinct runs of one script in these texts, sorted. */
export const piecesOf = (script: TitleScript, texts: Iterable<string>): string[] => {
  const { words, phrases } = scripts[script];
  const pieces = new Set<string>();
  for (const text of texts)
    for (const piece of [...(text.match(phrases) ?? []), ...(text.match(words) ?? [])]) pieces.add(piece);
  return [...pieces].sort();
};

/** The key of a set of pieces: the same pieces share one font. */
export const keyOf = (pieces: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([BUILD_VERSION, ...pieces]))
    .digest('hex');

const hexOf = (point: number): string => point.toString(16).toUpperCase();

/** The CSS `unicode-range` of letters: `U+905-907,U+90F`. */
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
