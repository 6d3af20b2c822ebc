import { expect, it } from 'vitest';
import { loadSeedItems } from './load-seed-items.ts';
import { loadSeedPeople } from './seed-people.ts';

it('the words about people are about authors and directors of demo titles, in six languages, 40 to 80 words each', async () => {
  const people = await loadSeedPeople();
  const names = new Set((await loadSeedItems()).flatMap(({ draft }) => [draft.author, draft.director]));

  expect(people.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
  expect(new Set(people.map(({ language }) => language))).toEqual(
    new Set(['en', 'hi', 'ta', 'bn', 'ur', 'mr']),
  );
  const lengths = people.map(({ slug, text }) => [slug, text.split(/\s+/).length] as const);
  expect(lengths.filter(([, length]) => length < 40 || length > 80)).toEqual([]);
});
