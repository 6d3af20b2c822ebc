import { expect, it } from 'vitest';
import { nextPace, paceOf, timeLeftText, wordsIn } from './reading-pace.ts';

it.each([
  [0, undefined],
  [100, 'less than a minute left in the book'],
  [240, 'about a minute left in the book'],
  [3_400, 'about 17 minutes left in the book'],
  [9_800, 'about 50 minutes left in the book'],
  [12_000, 'about an hour left in the book'],
  [17_000, 'about 1.5 hours left in the book'],
  [61_000, 'about 5 hours left in the book'],
])('%d words take %s', (words, text) => {
  expect(timeLeftText(words, 200)).toBe(text);
});

it('the pace follows the reader, but not leafing or a break', () => {
  expect(nextPace(200, 300, 60_000)).toBe(220);
  expect(nextPace(200, 300, 2_000)).toBe(200);
  expect(nextPace(200, 300, 3_600_000)).toBe(200);
});

it('a stored pace outside what people read is not used', () => {
  expect([null, 'x', '0', '9000', '250'].map(paceOf)).toEqual([200, 200, 200, 200, 250]);
});

it('words are counted in every script', () => {
  expect(wordsIn('The last bus, 1998.')).toBe(4);
  expect(wordsIn('बारिश रुक चुकी थी।')).toBe(4);
  expect(wordsIn('நாம் இருவரும்')).toBe(2);
});
