import { expect, it } from 'vitest';
import { bytesText, readingTime } from './sizes.ts';
import { titleOrUntitled, truncate } from './text.ts';

it('formats lengths and sizes', () => {
  expect(readingTime(212)).toBe('about 5 hours');
  expect(readingTime(20)).toBe('about 30 minutes');
  expect(readingTime(40)).toBe('about an hour');
  expect(bytesText(3_100_000)).toBe('3.1 MB');
  expect(bytesText(200)).toBe('1 kB');
});

it('truncates with an ellipsis and names untitled items', () => {
  expect(truncate('a long sentence', 6)).toBe('a long…');
  expect(truncate('short', 6)).toBe('short');
  expect(truncate('exactly', 7)).toBe('exactly');
  expect(titleOrUntitled('  ')).toBe('(Untitled)');
});

it('truncates between words, never inside one', () => {
  expect(truncate('One tailor, two sisters and a debt', 16)).toBe('One tailor, two…');
  expect(truncate('One tailor, two sisters and a debt', 12)).toBe('One tailor…');
  expect(truncate('दरवाज़े पर दस्तक हुई', 12)).toBe('दरवाज़े पर…');
  expect(truncate('One light. Then another', 11)).toBe('One light…');
});

it('truncates a word without spaces between graphemes: no half letter, flag or family', () => {
  for (const word of ['क्षत्रियाणाम्विचित्रता', '🏳️‍🌈🏳️‍🌈🏳️‍🌈🏳️‍🌈', 'நிலாவின்நிறங்களெல்லாம்', '👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧'])
    for (let max = 4; max < word.length; max++) {
      const kept = truncate(word, max).slice(0, -1);
      const whole = [...new Intl.Segmenter().segment(word)].map(({ index }) => index);
      expect([...whole, word.length]).toContain(kept.length);
      expect(kept.length).toBeLessThanOrEqual(max);
    }
});
