import { expect, it } from 'vitest';
import type { TextRun } from './book.ts';
import { pageTextOf } from './page-text.ts';
import { paragraphsOf } from './paragraphs.ts';

const page = { width: 300, height: 480 };
const line = (text: string, y: number, more: Partial<TextRun> = {}): TextRun => ({
  text,
  endsLine: true,
  x: 40,
  y,
  width: 210,
  size: 10,
  ...more,
});
const textsOf = (runs: readonly TextRun[], isRtl = false): string[] =>
  paragraphsOf(runs, page, isRtl).map(({ text }) => text);

it('lines that follow each other are one paragraph, hyphenated words whole', () => {
  expect(
    textsOf([
      line('It did not rain at Rasta Peth. Miss', 300),
      line('Thomas was quite dry in the mon-', 285),
      line('soon of that year', 270),
    ]),
  ).toEqual(['It did not rain at Rasta Peth. Miss Thomas was quite dry in the monsoon of that year']);
  expect(textsOf([line('the road to Chennai-', 300), line('Egmore', 285)])).toEqual([
    'the road to Chennai- Egmore',
  ]);
});

it('an indent, a gap, a short line and another size begin a paragraph', () => {
  const runs = [
    line('The First Rains', 400, { size: 17, width: 120 }),
    line('one one one', 360),
    line('one', 345, { width: 60 }),
    line('two two two', 330),
    line('three three', 315, { x: 52, width: 198 }),
    line('four four four', 280),
  ];
  const found = paragraphsOf(runs, page, false);
  expect(found.map(({ text, isHeading }) => ({ text, isHeading }))).toEqual([
    { text: 'The First Rains', isHeading: true },
    { text: 'one one one one', isHeading: false },
    { text: 'two two two', isHeading: false },
    { text: 'three three', isHeading: false },
    { text: 'four four four', isHeading: false },
  ]);
});

it('verses stay verses', () => {
  const verse = ['வலை என்பது நூல் அல்ல,', 'நூலுக்கு இடையில்', 'என்பார் அப்பா.'];
  expect(textsOf(verse.map((text, row) => line(text, 300 - 15 * row, { width: 100 - 10 * row })))).toEqual(
    verse,
  );
});

it('an indent of a right-to-left line is on the right', () => {
  const runs = [line('پہلا', 300), line('دوسرا', 285), line('تیسرا', 270, { width: 195 })];
  expect(textsOf(runs, true)).toEqual(['پہلا دوسرا', 'تیسرا']);
});

it('running heads and page numbers are left out, the last line of a full page is not', () => {
  const runs = [
    line('5', 28, { size: 7, width: 5, endsLine: false }),
    line('Jerusha Pinto', 28, { size: 7, width: 50, x: 200 }),
    line('text text', 60),
    line('last line', 36),
  ];
  expect(textsOf(runs)).toEqual(['text text last line']);
});

it('a page without text has no paragraphs', () => {
  expect(textsOf([])).toEqual([]);
});

it('every letter has its place in the text of the page, also after hyphens, margins and spaces', () => {
  const runs = [
    line('Jerusha  Pinto ', 470, { size: 7 }),
    line(' It was ', 300, { endsLine: false }),
    line('dry in the mon-', 300),
    line('soon  of that year', 285),
  ];
  const { text } = pageTextOf(runs);
  const [paragraph] = paragraphsOf(runs, page, false);
  const found = (paragraph?.offsets ?? []).map((offset) => text[offset]?.replace('\n', ' ')).join('');
  expect(found).toBe('It was dry in the monsoon of that year');
  expect(paragraph?.text).toBe(found);
});
