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
  expect(cut('exactly', 7)).toBe('exactly');
  expect(titleOr('  ')).toBe('(Untitled)');
});

it('cuts between words, never inside one', () => {
  expect(cut('One tailor, two sisters and a debt', 16)).toBe('One tailor, two…');
  expect(cut('One tailor, two sisters and a debt', 12)).toBe('One tailor…');
  expect(cut('दरवाज़े पर दस्तक हुई', 12)).toBe('दरवाज़े पर…');
});

it('cuts a word without spaces between graphemes: no half letter, flag or family', () => {
  for (const word of ['क्षत्रियाणाम्विचित्रता', '🏳️‍🌈🏳️‍🌈🏳️‍🌈🏳️‍🌈', 'நிலாவின்நிறங்களெல்லாம்', '👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧'])
    for (let max = 4; max < word.length; max++) {
      const kept = cut(word, max).slice(0, -1);
      const whole = [...new Intl.Segmenter().segment(word)].map(({ index }) => index);
      expect([...whole, word.length]).toContain(kept.length);
      expect(kept.length).toBeLessThanOrEqual(max);
    }
});
