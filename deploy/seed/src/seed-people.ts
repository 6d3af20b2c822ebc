import { AboutDraft, type AboutKind, catalogApi, createClient } from '@satrangi/contracts';
import { z } from 'zod';
import { readContent } from './read-content.ts';

const Person = z.strictObject({
  /** As the demo titles spell it. */
  name: z.string(),
  language: AboutDraft.shape.language,
  text: AboutDraft.shape.text,
});

/** Words about an invented author or director, or about a series, of demo titles. */
export type SeedPerson = z.output<typeof Person> & { readonly slug: string; readonly kind: AboutKind };

const load = async (folder: string, kind: AboutKind): Promise<SeedPerson[]> =>
  (await readContent(folder, Person)).map((entry) => ({ ...entry, kind }));

/** All words about people: `content/people/<slug>.json`. */
export const loadSeedPeople = (): Promise<SeedPerson[]> => load('people', 'person');

/** All words about series: `content/series/<slug>.json`. */
export const loadSeedSeries = (): Promise<SeedPerson[]> => load('series', 'series');

type Input = {
  readonly baseUrl: string;
  readonly adminToken: string;
  readonly people: readonly SeedPerson[];
  readonly onDone: (person: SeedPerson) => void;
};

/**
 * Writes the words about people and series that a title names and that have none yet.
 * @param onDone called after each person and series, also without words
 * @returns the number of those with new words
 */
export const seedPeople = async ({ baseUrl, adminToken, people, onDone }: Input): Promise<number> => {
  const catalog = createClient(catalogApi, { baseUrl, token: () => adminToken });
  let added = 0;
  for (const person of people) {
    const { name, kind, text, language } = person;
    const { results } = await catalog.listEditorPeople({ query: { q: name, kind } });
    const found = results.find((each) => each.name === name);
    // deleted words have a version, and stay deleted
    if (found?.version === 0) {
      await catalog.savePersonAbout(
        { params: { personId: found.personId }, body: { text, language } },
        { headers: { 'if-match': '"0"' } },
      );
      added += 1;
    }
    onDone(person);
  }
  return added;
};
