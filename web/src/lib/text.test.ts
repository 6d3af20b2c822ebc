import { expect, it } from 'vitest';
import { bytesText, cut, readingTime, titleOr } from './text.ts';

it('says lengths, sizes and languages as people do', () => {
  expect(readingTime(212)).toBe('about 5 hours');
  expect(readingTime(20)).toBe('about 30 minutes');
  expect(readingTime(40)).toBe('about an hour');
  expect(bytesText(3_100_000)).toBe('3.1 MB');
  expect(bytesText(200)).toBe('1 kB');
});

it('cuts with an ellipsis and gives a name to what has none', () => {
  expect(cut('a long sentence', 6)).toBe('a long…');
  expect(cut('short', 6)).toBe('short');
  expect(titleOr('  ')).toBe('(Untitled)');
});
