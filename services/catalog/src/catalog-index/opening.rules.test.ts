import { expect, it } from 'vitest';
import { openingOf } from './opening.rules.ts';

const long = 'Two women pass a library book across the ladies’ compartment, one chapter at a time.';

it('a title begins with whole sentences of its description, as many as have room', () => {
  expect(openingOf('One.  Two.\nThree.')).toBe('One. Two. Three.');
  expect(openingOf([long, long, long, long, long].join(' '))).toBe([long, long, long, long].join(' '));
  expect(openingOf('घर में एक छतरी है। वह किसी की नहीं।')).toBe('घर में एक छतरी है। वह किसी की नहीं।');
});

it('one sentence that is too long is cut between words', () => {
  const opening = openingOf('and then the bus '.repeat(40));
  expect(opening.length).toBeLessThanOrEqual(361);
  expect(opening).toMatch(/(the|bus|and|then)…$/);
});
