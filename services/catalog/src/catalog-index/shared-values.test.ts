import { expect, test } from 'vitest';
import { createSharedValues } from './shared-values.ts';

const fields = (id: string) => ({
  _id: id,
  title: 'Monsoon',
  language: 'ta',
  tags: ['rain', 'home'],
  cast: [],
  chapters: [{ title: 'One', language: 'ta' }],
  cover: { motif: 'rain', ground: 'ink' },
  priceINR: null,
});
const itemOf = (id: string, changes: Partial<ReturnType<typeof fields>> = {}) => ({
  ...fields(id),
  ...changes,
});

test('equal lists are one frozen list, and the values do not change', () => {
  const { share: shared } = createSharedValues();
  const [one, two] = [shared(itemOf('a')), shared(itemOf('b'))];
  expect(one).toEqual(itemOf('a'));
  expect(two).toEqual(itemOf('b'));
  expect(two.tags).toBe(one.tags);
  expect(two.cast).toBe(one.cast);
  expect(() => one.tags.push('more')).toThrow(TypeError);
});

test('a text that looks like a list stays a text', () => {
  const { share: shared } = createSharedValues();
  shared(itemOf('a'));
  expect(shared(itemOf('b', { language: '["rain","home"]' })).language).toBe('["rain","home"]');
});

test('the item that was given keeps its own values', () => {
  const { share: shared } = createSharedValues();
  const given = itemOf('a');
  shared(given);
  given.tags.push('own');
  expect(shared(itemOf('b')).tags).toEqual(['rain', 'home']);
});
