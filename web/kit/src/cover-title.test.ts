import { expect, it } from 'vitest';
import { titleSize } from './cover-title.ts';

it('sets a short title larger than a long one', () => {
  expect(titleSize('My Name', 46)).toBeGreaterThan(titleSize('A Lamp in the Records Room of the Court', 46));
});

it('never breaks a word: the longest one decides', () => {
  expect(titleSize('Unaccountabilities', 46) * 18 * 0.44).toBeLessThanOrEqual(84);
});

it('sets wide scripts and Nastaliq smaller', () => {
  expect(titleSize('நிலவின் நிறம்', 46)).toBeLessThan(titleSize('Moon hues', 46));
  expect(titleSize('رنگوں کا موسم', 46) * 2).toBeLessThanOrEqual(46);
});

it('has a minimum size for a title that does not fit', () => {
  expect(titleSize('x'.repeat(300), 46)).toBe(8);
});
