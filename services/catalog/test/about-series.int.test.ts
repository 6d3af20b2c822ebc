/** Words of editors about series, in the list, the form and the store of the words about people. */
import { freshSuffix } from '@satrangi/chassis/testing';
import { type EditorPerson, peopleTexts, seriesAboutTexts } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { foldText } from '../src/catalog-index/words.rules.ts';
import { aboutIdOf } from '../src/people/about.rules.ts';
import { bootCatalog, type CatalogFixture, draft, refusal } from './boot-catalog.ts';

const NAME = 'देहरी';
const words = { text: 'देहरी घर और सड़क के बीच है।\n\nसाल में चार अंक।', language: 'hi' };
const ifMatch = (version: number) => ({ headers: { 'if-match': `"${version}"` } });

/** A catalog with two issues of a series, a magazine of another one, and a person with the name of the first. */
const boot = async (options?: Parameters<typeof bootCatalog>[0]) => {
  const fixture = await bootCatalog(options);
  const issue = (title: string, issueNumber: string, author: string) =>
    fixture.editor.createMagazine({ body: { ...draft, title, author, issueNumber, language: 'hi' } });
  return {
    ...fixture,
    issues: [await issue('देहरी २: नदी', '२', 'Uma Bisht'), await issue('देहरी 3: रसोई', '3', NAME)],
    other: await issue('Verandah 1: Rain', '1', 'Nafisa Lokhandwala'),
  };
};
type Shelf = Pick<CatalogFixture, 'editor' | 'visitor'>;

const entry = async ({ editor }: Pick<Shelf, 'editor'>, kind: EditorPerson['kind'], name = NAME) => {
  const { results } = await editor.listEditorPeople({ query: { q: name, kind } });
  const found = results.find((each) => each.name === name);
  if (!found) throw new Error(`no ${kind} is named ${name}`);
  return found;
};
const save = async (fixture: Shelf, body: { text: string; language?: string } = words) => {
  const { personId } = await entry(fixture, 'series');
  return fixture.editor.savePersonAbout({ params: { personId }, body });
};
const aboutIn = async ({ visitor }: Pick<Shelf, 'visitor'>, name = NAME) =>
  (await visitor.getSeries({ params: { name } })).about;
const ofPerson = async ({ visitor }: Pick<Shelf, 'visitor'>) =>
  (await visitor.getCreator({ params: { name: NAME } })).about;

it('readers see the words of a series, a person of the same name has their own, and another series has none', async () => {
  await using fixture = await boot();
  const { editor, service } = fixture;
  expect(await aboutIn(fixture)).toBeUndefined();

  const { personId } = await save(fixture);

  expect(await aboutIn(fixture, ' देहरी ')).toEqual(words);
  expect([await ofPerson(fixture), await aboutIn(fixture, 'Verandah')]).toEqual([undefined, undefined]);
  const person = await entry(fixture, 'person');
  await editor.savePersonAbout({ params: { personId: person.personId }, body: { text: 'A poet.' } });
  expect([await aboutIn(fixture), await ofPerson(fixture)]).toEqual([
    words,
    { text: 'A poet.', language: 'en' },
  ]);
  const ids = (await service.liveMessages()).flatMap(({ message: { type, id } }) =>
    type === 'person-updated' ? [id] : [],
  );
  expect(ids).toEqual([personId, person.personId]);
});

it('the list of editors has people and series, or one of both, and counts the words of both', async () => {
  await using fixture = await boot();
  await save(fixture);
  const list = async (query: { q?: string; kind?: EditorPerson['kind']; words?: 'written' | 'missing' }) => {
    const { results, total, written } = await fixture.editor.listEditorPeople({ query });
    return [results.map(({ kind, name, total: titles }) => `${kind} ${name} ${titles}`), total, written];
  };

  expect(await list({})).toEqual([
    [
      'series देहरी 2',
      'person Nafisa Lokhandwala 1',
      'person Uma Bisht 1',
      'series Verandah 1',
      'person देहरी 1',
    ],
    5,
    1,
  ]);
  expect(await list({ kind: 'series' })).toEqual([['series देहरी 2', 'series Verandah 1'], 2, 1]);
  expect(await list({ kind: 'person', q: NAME })).toEqual([['person देहरी 1'], 1, 1]);
  expect(await list({ words: 'written' })).toEqual([['series देहरी 2'], 1, 1]);
  expect(await list({ words: 'missing', q: NAME })).toEqual([['person देहरी 1'], 1, 1]);
});

it('a refused save has the series in it, and deleted words stay deleted', async () => {
  await using fixture = await boot();
  const { editor, service } = fixture;
  const { personId } = await save(fixture);

  await expect(
    editor.savePersonAbout({ params: { personId }, body: { text: 'Mine.' } }, ifMatch(0)),
  ).rejects.toMatchObject({
    code: 'version-conflict',
    problem: { data: { current: { kind: 'series', name: NAME, about: words, version: 1 } } },
  });
  await editor.deletePersonAbout({ params: { personId } }, ifMatch(1));

  expect(await aboutIn(fixture)).toBeUndefined();
  expect(await refusal(editor.deletePersonAbout({ params: { personId } }))).toMatchObject({
    status: 404,
    message: seriesAboutTexts.noWords,
  });
  const stored = await service.internals.store.connection.collection('people-about').find().toArray();
  expect(stored).toMatchObject([{ kind: 'series', name: '', text: '', status: 'deleted', version: 2 }]);
});

it('words about a series whose issues are withdrawn stay in the list, and can be deleted', async () => {
  await using fixture = await boot();
  const { editor, visitor, issues } = fixture;
  const { personId } = await save(fixture);
  for (const { _id } of issues) await editor.deleteMagazine({ params: { id: _id } });

  expect(await refusal(visitor.getSeries({ params: { name: NAME } }))).toMatchObject({
    status: 404,
    message: peopleTexts.unknownSeries,
  });
  expect(await entry(fixture, 'series')).toMatchObject({ personId, total: 0, about: words });
  await editor.deletePersonAbout({ params: { personId } });

  const { results } = await editor.listEditorPeople({ query: { kind: 'series' } });
  expect(results.map(({ name }) => name)).toEqual(['Verandah']);
  expect(await refusal(editor.savePersonAbout({ params: { personId }, body: words }))).toMatchObject({
    status: 404,
    message: seriesAboutTexts.unknown,
  });
});

it('the ids of people are as before, and stored words without a kind are about people', async () => {
  expect(aboutIdOf({ kind: 'person', key: foldText('Meera Sahni') })).toBe(
    '427ff1f075b56fe72b3289ebfb81c8b6',
  );
  const env = { DB_SUFFIX: freshSuffix() };
  await using one = await boot({ env });
  const person = await entry(one, 'person');
  await one.editor.savePersonAbout({ params: { personId: person.personId }, body: words });
  await one.service.internals.store.connection
    .collection('people-about')
    .updateMany({}, { $unset: { kind: '' } });

  await using again = await bootCatalog({ env });

  expect([await ofPerson(again), await aboutIn(again)]).toEqual([words, undefined]);
  expect(await entry(again, 'person')).toMatchObject({ kind: 'person', about: words, version: 1 });
  expect(await entry(again, 'series')).toMatchObject({ about: null, version: 0 });
});
