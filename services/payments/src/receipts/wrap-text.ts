import type { fontChooser } from './receipt-fonts.ts';
import { type Run, readable, shapeLine, widthOf } from './shape-text.ts';

const LINES_AT_MOST = 4;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const lettersOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

/** More than four lines can hold: longer text is truncated before shaping. */
const GRAPHEMES_AT_MOST = 600;
const shortened = (text: string): string => {
  const letters = lettersOf(text);
  return letters.length > GRAPHEMES_AT_MOST ? `${letters.slice(0, GRAPHEMES_AT_MOST).join('')}...` : text;
};

type Fits = (text: string) => Promise<boolean>;

/** Breaks a word wider than the column between graphemes. @returns what fits, at least one grapheme, and the rest */
const breakWord = async (word: string, fits: Fits): Promise<{ start: string; rest: string }> => {
  const letters = lettersOf(word);
  let count = 1;
  for (let tooMany = letters.length; count + 1 < tooMany; ) {
    const middle = Math.floor((count + tooMany) / 2);
    if (await fits(letters.slice(0, middle).join(''))) count = middle;
    else tooMany = middle;
  }
  return { start: letters.slice(0, count).join(''), rest: letters.slice(count).join('') };
};

/** Breaks a text into lines that fit, between words where possible. */
const linesOf = async (text: string, fits: Fits): Promise<string[]> => {
  const lines: string[] = [];
  let line = '';
  const words = text.split(' ');
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (await fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') {
      lines.push(line);
      line = '';
      words.unshift(word);
      continue;
    }
    const { start, rest } = await breakWord(word, fits);
    lines.push(start);
    words.unshift(rest);
  }
  if (line !== '') lines.push(line);
  return lines;
};

/** Wraps a text to lines of shaped text; more than four lines end in an ellipsis. @param size in points, as `width` */
export const wrapText = async (
  text: string,
  { fontFor, size, width }: { fontFor: ReturnType<typeof fontChooser>; size: number; width: number },
): Promise<Run[][]> => {
  const shaped = async (part: string): Promise<Run[]> => shapeLine(part, fontFor);
  const fits = async (part: string): Promise<boolean> => widthOf(await shaped(part), size) <= width;
  const whole = await readable(shortened(text), fontFor);
  const inOne = await shaped(whole);
  if (widthOf(inOne, size) <= width) return [inOne];
  const lines = await linesOf(whole, fits);
  const shown = lines.slice(0, LINES_AT_MOST);
  if (lines.length > LINES_AT_MOST) shown[LINES_AT_MOST - 1] = `${shown.at(-1)} ...`;
  return Promise.all(shown.map(shaped));
};
