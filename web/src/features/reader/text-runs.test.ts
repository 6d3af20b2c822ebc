import { expect, it } from 'vitest';
import { type PdfItem, textRuns } from './text-runs.ts';

/** A glyph cluster at `x`, as pdf.js reports it. */
const glyph = (str: string, x: number, width: number, more: Partial<PdfItem> = {}): PdfItem => ({
  str,
  dir: 'ltr',
  width,
  height: str === ' ' ? 0 : 10,
  transform: [10, 0, 0, 10, x, 100],
  fontName: 'f',
  hasEOL: false,
  ...more,
});
const lineEnd = glyph('', 0, 0, { height: 0, hasEOL: true });
const span = (actual: string, ...items: PdfItem[]): PdfItem[] => [
  { type: 'beginMarkedContentProps', actual },
  ...items,
  { type: 'endMarkedContent' },
];
const textOf = (items: readonly PdfItem[]): string =>
  textRuns(items)
    .map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : `${str}|`))
    .join('');

it('Latin lines stay as pdf.js reports them', () => {
  const items = [
    glyph('The rain', 0, 40),
    glyph(' ', 40, 3),
    glyph('came', 43, 20),
    lineEnd,
    glyph('late', 0, 20),
  ];
  expect(textOf(items)).toBe('The rain| |came\nlate\n');
});

it('clusters with a text of their own are joined to the words of the line', () => {
  // "எண்" in a file of a browser: the dot has no character of its own.
  const items = [
    glyph('எ', 0, 8),
    ...span('ண்', glyph('ண', 8, 10), glyph('\u0000', 12, 0)),
    glyph(' ', 18, 3),
    ...span('தீ', glyph('\u0000', 21, 8)),
    ...span('.', lineEnd, glyph('.', 0, 2)),
  ];
  const [line] = textRuns(items);
  expect(textOf(items)).toBe('எண் தீ\n.\n');
  expect(line).toMatchObject({ width: 29, transform: [10, 0, 0, 10, 0, 100], dir: 'ltr' });
});

it('right-to-left clusters are read from the right, with the gaps between their edges', () => {
  // "دو چائے", its clusters from left to right; pdf.js reports a gap to the dots of the first letter.
  const items = [
    glyph('ائے', 0, 8, { dir: 'rtl' }),
    ...span('چ', glyph(' ', 8, 2), glyph('\u0000', 10, 0), glyph('\u0000', 8, 4)),
    glyph('دو', 14, 8, { dir: 'rtl' }),
  ];
  expect(textOf(items)).toBe('دو چائے\n');
  expect(textRuns(items)[0]).toMatchObject({ width: 22, dir: 'rtl' });
});

it('a right-to-left line that climbs is one line', () => {
  const items = [
    glyph('یکھیے', 0, 10, { dir: 'rtl' }),
    lineEnd,
    glyph('د', 10, 4, { dir: 'rtl' }),
    lineEnd,
    glyph('اس', 0, 8, { dir: 'rtl', transform: [10, 0, 0, 10, 0, 80] }),
  ];
  expect(textOf(items)).toBe('دیکھیے\nاس\n');
});

it('a wide gap separates columns, as in a list of contents', () => {
  expect(textOf([glyph('धीरे', 0, 20), glyph(' ', 20, 200), glyph('6', 220, 6)])).toBe('धीरे| |6\n');
});

it('a span that never ends loses no text', () => {
  expect(textOf([{ type: 'beginMarkedContentProps', actual: 'x' }, glyph('open', 0, 20)])).toBe('open\n');
});
