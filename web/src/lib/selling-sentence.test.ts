import { expect, it } from 'vitest';
import { descriptionAfterSentence, sellingSentence } from './selling-sentence.ts';

it('is the tagline, or the first 80 characters of the description (WEB-45)', () => {
  expect(sellingSentence({ tagline: ' One line. ', description: 'Long.' })).toBe('One line.');
  expect(sellingSentence({ tagline: null, description: `${'long '.repeat(20)}end` })).toHaveLength(80);
});

it('is not repeated at the beginning of the description', () => {
  const tagline = 'Seven stories, one railway line.';
  expect(descriptionAfterSentence({ tagline, description: `${tagline} A band plays on.` })).toBe(
    'A band plays on.',
  );
  expect(descriptionAfterSentence({ tagline, description: tagline })).toBe(tagline);
  expect(descriptionAfterSentence({ tagline: null, description: 'A band.' })).toBe('A band.');
});
