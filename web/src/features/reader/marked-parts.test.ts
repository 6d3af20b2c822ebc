import { expect, it } from 'vitest';
import { markedParts } from './marked-parts.ts';

const text = 'The last bus left.';
// as in the middle of a page
const paragraph = { text, isHeading: false, offsets: Array.from(text, (_, index) => 100 + index) };

it('a paragraph without marks is one part', () => {
  const elsewhere = [
    { kind: 'highlight', start: 0, end: 100 },
    { kind: 'highlight', start: 118, end: 140 },
  ] as const;
  expect(markedParts(paragraph, elsewhere)).toEqual([{ start: 0, text }]);
});

it('a match of the search is shown over a highlight, which goes on beside it', () => {
  const parts = markedParts(paragraph, [
    { kind: 'highlight', start: 90, end: 112 },
    { kind: 'current', start: 104, end: 108 },
  ]);
  expect(parts.map(({ text: part, kind }) => [part, kind])).toEqual([
    ['The ', 'highlight'],
    ['last', 'current'],
    [' bus', 'highlight'],
    [' left.', undefined],
  ]);
});
