import { catalogApi, type EditorPerson, seriesOf } from '@satrangi/contracts';
import { fakeServer, plays } from '@satrangi/contracts/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { loadSeedItems } from './load-seed-items.ts';
import { loadSeedPeople, loadSeedSeries, type SeedPerson, seedPeople } from './seed-people.ts';

afterEach(() => vi.unstubAllGlobals());

const lengthsBeyond = (entries: readonly SeedPerson[], least: number, most: number) =>
  entries
    .map(({ slug, text }) => [slug, text.split(/\s+/).length] as const)
    .filter(([, length]) => length < least || length > most);

it('the words about people are about authors and directors of demo titles, in six languages, 40 to 80 words each', async () => {
  const people = await loadSeedPeople();
  const names = new Set((await loadSeedItems()).flatMap(({ draft }) => [draft.author, draft.director]));

  expect(people.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
  expect(new Set(people.map(({ language }) => language))).toEqual(
    new Set(['en', 'hi', 'ta', 'bn', 'ur', 'mr']),
  );
  expect(lengthsBeyond(people, 40, 80)).toEqual([]);
});

it('each series of the demo titles has words in its language, 25 to 80 of them', async () => {
  const series = await loadSeedSeries();
  const languages = new Map(
    (await loadSeedItems()).flatMap(({ draft: { title, issueNumber, language } }) => {
      const name = seriesOf({ title, issueNumber: String(issueNumber ?? '') });
      return name === null ? [] : [[name, language] as const];
    }),
  );

  expect(new Map(series.map(({ name, language }) => [name, language]))).toEqual(languages);
  expect(lengthsBeyond(series, 25, 80)).toEqual([]);
});

it('words go to the series of that name, not to a person, and only where there were none', async () => {
  const entry = (kind: EditorPerson['kind'], name: string, id: string, version: number): EditorPerson => ({
    personId: id.repeat(32),
    kind,
    name,
    total: 1,
    about: null,
    version,
    updatedAt: null,
  });
  const entries = [
    entry('person', 'Verandah', 'a', 0),
    entry('series', 'Verandah', 'b', 0),
    // deleted by an editor
    entry('series', 'देहरी', 'c', 2),
  ];
  const saved: string[] = [];
  vi.stubGlobal(
    'fetch',
    fakeServer(
      plays(catalogApi, {
        listEditorPeople: ({ query: { q, kind } }) => {
          const results = entries.filter((each) => each.name === q && (!kind || each.kind === kind));
          return { results, total: results.length, written: 0, page: 1, pageSize: 20 };
        },
        savePersonAbout: ({ params: { personId } }) => {
          saved.push(personId);
          return entry('series', 'Verandah', 'b', 1);
        },
      }),
    ),
  );
  const series = await loadSeedSeries();
  const done: string[] = [];

  const added = await seedPeople({
    baseUrl: 'http://shop.example/api',
    adminToken: 'token',
    people: series,
    onDone: ({ slug }) => done.push(slug),
  });

  expect([added, saved, done]).toEqual([1, ['b'.repeat(32)], series.map(({ slug }) => slug)]);
});
