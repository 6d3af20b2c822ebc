import { expect, it } from 'vitest';
import { titleSize } from './cover-title.ts';
import { widthOf } from './text-width.ts';

it('sets a short title larger than a long one', () => {
  expect(titleSize('My Name', 46)).toBeGreaterThan(titleSize('A Lamp in the Records Room of the Court', 46));
});

it('never breaks a word: the longest one decides', () => {
  expect(titleSize('Unaccountabilities', 46) * 18 * 0.44).toBeLessThanOrEqual(84);
});

it.each([
  ['ஊஞ்சல்', 4.6],
  ['கண்ணாடி', 5.75],
  ['আকাশবাণী', 4.95],
  ['കാലാവസ്ഥ', 5.41],
])('%s, measured in its font as %d em wide, fits the cover', (word, em) => {
  expect(titleSize(word, 60) * em).toBeLessThanOrEqual(90);
});

it('sets wide scripts and Nastaliq smaller', () => {
  expect(titleSize('நிலவின் நிறம்', 46)).toBeLessThan(titleSize('Moon hues', 46));
  expect(titleSize('رنگوں کا موسم', 46) * 2).toBeLessThanOrEqual(46);
});

it('has a minimum size for a title that does not fit', () => {
  expect(titleSize('x'.repeat(300), 46)).toBe(8);
});

it('a letter is narrower before the sign that joins it to the next one, and before no other letter', () => {
  expect(widthOf('म्म')).toBeLessThan(2 * widthOf('म'));
  expect(widthOf('मM')).toBeCloseTo(widthOf('म') + widthOf('M'));
});
