import { foldLetters } from '@satrangi/contracts/pure';

/** Text as search compares it; `starts` and `ends`: which part of the original text each of its units stands for. */
export type FoldedText = {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
};

const clusters = /.\p{M}*/gsu;
const space = /^\s/u;
const hyphen = /^[-\u00AD\u2010\u2011]/u;
const letter = /\p{L}/u;
/** Files in Nastaliq do not say reliably where a word ends. */
const unspaced = /[\u0600-\u06FF]/u;

const known = new Map<string, string>();
const foldCluster = (cluster: string): string => {
  const folded = known.get(cluster) ?? foldLetters(cluster);
  known.set(cluster, folded);
  return folded;
};

/**
 * Folds case, accents, spaces and hyphens, so that a word is found wherever its line was broken, and remembers where each
 * letter came from.
 */
export const foldText = (original: string): FoldedText => {
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  const add = (folded: string, start: number, end: number): void => {
    text += folded;
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts.push(start);
      ends.push(end);
    }
  };
  let isBroken = false;
  for (const { 0: cluster, index } of original.matchAll(clusters)) {
    const end = index + cluster.length;
    if (hyphen.test(cluster) && letter.test(text.at(-1) ?? '')) {
      isBroken = true;
    } else if (space.test(cluster)) {
      const isDropped = isBroken || text === '' || text.endsWith(' ') || unspaced.test(text.at(-1) ?? '');
      if (!isDropped) add(' ', index, end);
    } else {
      isBroken = false;
      add(foldCluster(cluster), index, end);
    }
  }
  return { text, starts, ends };
};

/** What a reader typed, folded like the text. */
export const foldQuery = (typed: string): string => foldText(typed.trim()).text;
