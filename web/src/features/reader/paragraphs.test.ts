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
    line('One one one', 360),
    line('one', 345, { width: 60 }),
    line('Two two two', 330),
    line('Three three', 315, { x: 52, width: 198 }),
    line('Four four four', 280),
  ];
  const found = paragraphsOf(runs, page, false);
  expect(found.map(({ text, isHeading }) => ({ text, isHeading }))).toEqual([
    { text: 'The First Rains', isHeading: true },
    { text: 'One one one one', isHeading: false },
    { text: 'Two two two', isHeading: false },
    { text: 'Three three', isHeading: false },
    { text: 'Four four four', isHeading: false },
  ]);
});

it('verses stay verses', () => {
  const verse = ['வலை என்பது நூல் அல்ல,', 'நூலுக்கு இடையில்', 'என்பார் அப்பா.'];
  expect(textsOf(verse.map((text, row) => line(text, 300 - 15 * row, { width: 100 - 10 * row })))).toEqual(
    verse,
  );
});

it('a poem keeps its verses, however full its lines are, and a verse that was broken is whole', () => {
  const poem = [
    ['There is a word for friend, and one for guest.', 250],
    ['There’s one for she who rents the room upstairs.', 257],
    ['There is a word for wife, and it is mine,', 223],
    ['my mother had it, and her mother had it.', 234],
    ['I’ve held it up against you in the light', 215],
    ['for years, to see if it would be enough', 219],
  ] as const;
  const runs = poem.map(([text, right], row) => line(text, 300 - 15 * row, { width: right - 40 }));
  const rest = line('of it.', 300 - 15 * poem.length, { x: 54, width: 20 });
  const found = [
    ...poem.slice(0, -1).map(([text]) => text),
    'for years, to see if it would be enough of it.',
  ];
  expect(textsOf([...runs.slice(0, -1), line(poem[5][0], 225, { width: 219 }), rest])).toEqual(found);
});

it('prose with a ragged edge, and in a column that is narrower than its margins, is joined', () => {
  const prose = [
    ['You’ve got to imagine the tray. There’s', 205],
    ['the good tea set, the one with a gold rim,', 210],
    ['you have to carry it in with your head', 200],
    ['down and six women looking at your walk.', 212],
    ['It was the longest seventeen feet of my', 204],
    ['life. There were samosas.', 120],
  ] as const;
  const runs = (left: number) =>
    prose.map(([text, width], row) => line(text, 300 - 15 * row, { x: left, width }));
  const whole = prose.map(([text]) => text).join(' ');
  expect(textsOf(runs(40))).toEqual([whole]);
  expect(textsOf(runs(25))).toEqual([whole]);
});

it('the rows of a table of contents stay apart', () => {
  const row = (title: string, page: string, y: number) => [
    line(title, y, { width: 90, endsLine: false }),
    line(' ', y, { x: 130, width: 120, size: 0, endsLine: false }),
    line(page, y, { x: 254, width: 6 }),
  ];
  expect(textsOf([...row('The Rule', '4', 300), ...row('A Visitor', '7', 280)])).toEqual([
    'The Rule 4',
    'A Visitor 7',
  ]);
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

it('every letter has its place after parts that are elsewhere on the page', () => {
  const runs = [
    line('Small Hours Grammar', 32, { x: 192, width: 80, size: 7, endsLine: false }),
    line('4', 32, { width: 4, size: 7 }),
    line('I am telling the neighbours,', 300, { width: 123, endsLine: false }),
    line(' ', 300, { x: 163, width: 3, size: 0, endsLine: false }),
    line('she says.', 300, { x: 165, width: 41 }),
  ];
  const { text } = pageTextOf(runs);
  const [paragraph] = paragraphsOf(runs, page, false);
  expect(paragraph?.text).toBe('I am telling the neighbours, she says.');
  const start = paragraph?.offsets[paragraph.text.indexOf('neighbours')] ?? 0;
  expect(text.slice(start, start + 'neighbours'.length)).toBe('neighbours');
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
