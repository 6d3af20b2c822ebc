/** Words of editors about people: what readers and editors see, bad input, concurrent editors, replicas, the audit log. */
import { freshSuffix } from '@satrangi/chassis/testing';
import {
  ABOUT_MAX,
  AboutDraft,
  ApiError,
  aboutTexts,
  adminActed,
  type EditorPerson,
  peopleTexts,
} from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootCatalog, type CatalogFixture, draft, filmDraft, refusal } from './boot-catalog.ts';

const NAME = 'Meera Sahni';
const ifMatch = (version: number) => ({ headers: { 'if-match': `"${version}"` } });
const words = { text: 'Meera writes in Hindi.\n\nShe lives in Bhopal.', language: 'en' };

/** A catalog with two titles that name Meera Sahni. */
const boot = async (options?: Parameters<typeof bootCatalog>[0]) => {
  const fixture = await bootCatalog(options);
  const { editor } = fixture;
  const book = await editor.createEbook({ body: { ...draft, title: 'Barsaat', author: NAME } });
  const film = await editor.createShortFilm({
    body: { ...filmDraft, title: 'Chhaata', cast: ['Ba: meera  sahni', 'Ravi'] },
  });
  return { ...fixture, book, film };
};
type Shelf = Pick<CatalogFixture, 'editor' | 'visitor' | 'service'>;

const personNamed = async ({ editor }: Pick<Shelf, 'editor'>, name: string): Promise<EditorPerson> => {
  const { results } = await editor.listEditorPeople({ query: { q: name } });
  const found = results.find((person) => person.name === name);
  if (!found) throw new Error(`nobody is named ${name}`);
  return found;
};
const save = async (fixture: Shelf, body: { text: string; language?: string } = words) => {
  const { personId } = await personNamed(fixture, NAME);
  return fixture.editor.savePersonAbout({ params: { personId }, body });
};
const aboutIn = async ({ visitor }: Pick<Shelf, 'visitor'>, name = NAME) =>
  (await visitor.getCreator({ params: { name } })).about;
const personLive = async ({ service }: Pick<Shelf, 'service'>) =>
  (await service.liveMessages())
    .filter(({ message }) => message.type.startsWith('person-'))
    .map(({ message, audience }) => [message.type, message.id, audience.to]);

describe('readers', () => {
  it('see the words under every spelling of the name, each save at once, and none without words', async () => {
    await using fixture = await boot();
    expect(await aboutIn(fixture)).toBeUndefined();

    const { personId } = await save(fixture);
    expect(await aboutIn(fixture, 'MEERA  SAHNI')).toEqual(words);
    await save(fixture, { text: 'मीरा भोपाल में रहती हैं।', language: 'hi' });

    expect(await aboutIn(fixture)).toEqual({ text: 'मीरा भोपाल में रहती हैं।', language: 'hi' });
    expect(await aboutIn(fixture, 'Ravi')).toBeUndefined();
    expect(await personLive(fixture)).toEqual([
      ['person-updated', personId, 'everyone'],
      ['person-updated', personId, 'everyone'],
    ]);
  });

  it('a name without published titles is 404, with words too, and has them again with its title', async () => {
    await using fixture = await boot();
    const { editor, visitor, book, film } = fixture;
    await save(fixture);
    await editor.deleteShortFilm({ params: { id: film._id } });
    await editor.deleteEbook({ params: { id: book._id } });

    expect(await refusal(visitor.getCreator({ params: { name: NAME } }))).toMatchObject({
      status: 404,
      message: peopleTexts.unknownName,
    });
    await editor.restoreEbook({ params: { id: book._id } });
    expect(await aboutIn(fixture)).toEqual(words);
  });

  it('a role with one or two titles has the beginning of their descriptions, a longer one does not', async () => {
    await using fixture = await boot();
    const { editor, visitor } = fixture;
    const openings = async () =>
      (await visitor.getCreator({ params: { name: NAME } })).roles.map(({ items }) =>
        items.map(({ opening }) => opening),
      );
    expect(await openings()).toEqual([['A hostel ledger in Pune.'], ['A tailor and a letter.']]);

    for (const title of ['Dhoop', 'Kohra'])
      await editor.createEbook({ body: { ...draft, title, author: NAME } });

    expect(await openings()).toEqual([[undefined, undefined, undefined], ['A tailor and a letter.']]);
  });
});

describe('editors', () => {
  it('only they read and write', async () => {
    await using fixture = await boot();
    const { personId } = await save(fixture);
    for (const [caller, status] of [
      [fixture.visitor, 401],
      [fixture.reader('asha'), 403],
    ] as const)
      for (const call of [
        () => caller.listEditorPeople({ query: {} }),
        () => caller.getEditorPerson({ params: { personId } }),
        () => caller.savePersonAbout({ params: { personId }, body: { text: 'Mine.' } }),
        () => caller.deletePersonAbout({ params: { personId } }),
      ])
        expect(await refusal(call())).toMatchObject({ status });
    expect(await aboutIn(fixture)).toEqual(words);
  });

  it('find everybody whom a title names, by letters of the name and by whether there are words', async () => {
    await using fixture = await boot();
    await save(fixture);
    const list = async (query: {
      q?: string;
      words?: 'written' | 'missing';
      page?: number;
      pageSize?: number;
    }) => {
      const { results, total, written } = await fixture.editor.listEditorPeople({ query });
      return [results.map(({ name, total: titles }) => `${name} ${titles}`), total, written];
    };

    expect(await list({})).toEqual([['Meera Sahni 2', 'Meher Daruwalla 1', 'Ravi 1'], 3, 1]);
    expect(await list({ q: 'MEHER' })).toEqual([['Meher Daruwalla 1'], 1, 1]);
    expect(await list({ words: 'written' })).toEqual([['Meera Sahni 2'], 1, 1]);
    expect(await list({ words: 'missing', pageSize: 1, page: 2 })).toEqual([['Ravi 1'], 2, 1]);
    expect(await list({ q: 'nobody' })).toEqual([[], 0, 1]);
  });

  it.each<[string, object, string, string]>([
    ['no words', { text: ' \n \n ' }, '/body/text', aboutTexts.missing],
    ['too many words', { text: 'x'.repeat(ABOUT_MAX + 1) }, '/body/text', aboutTexts.tooLong],
    ['a control character', { text: 'A\u0007b' }, '/body/text', aboutTexts.controls],
    ['a change of direction', { text: 'A \u202eb' }, '/body/text', aboutTexts.controls],
    ['a list', { text: ['A'] }, '/body/text', aboutTexts.missing],
    ['a language in words', { language: 'Hindi and English' }, '/body/language', aboutTexts.language],
    ['markup as language', { language: 'en"><b>' }, '/body/language', aboutTexts.language],
  ])('%s: refused in a sentence, and nothing changes', async (_name, change, pointer, detail) => {
    await using fixture = await boot();
    const { personId, version } = await save(fixture);
    const body = { ...words, ...change } as typeof words;

    const error = await fixture.editor
      .savePersonAbout({ params: { personId }, body }, ifMatch(version))
      .catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, problem: { errors: [{ pointer, detail }] } });
    expect(await aboutIn(fixture)).toEqual(words);
  });

  it('a text keeps its paragraphs and loses other white space; exactly 600 characters fit', () => {
    expect(AboutDraft.parse({ text: ' A\r\nb\tc \r\n\r\n\r\n d ' })).toEqual({
      text: 'A b c\n\nd',
      language: 'en',
    });
    expect(AboutDraft.parse({ text: 'x'.repeat(ABOUT_MAX) }).text).toHaveLength(ABOUT_MAX);
    // joiners of Indian scripts stay
    expect(AboutDraft.parse({ text: 'ക്\u200dഷ' }).text).toBe('ക്\u200dഷ');
  });

  it('an unknown id and one that is none are refused', async () => {
    await using fixture = await boot();
    const { editor } = fixture;
    for (const [personId, status] of [
      ['0'.repeat(32), 404],
      ['meera', 400],
    ] as const)
      for (const call of [
        () => editor.getEditorPerson({ params: { personId } }),
        () => editor.savePersonAbout({ params: { personId }, body: words }),
        () => editor.deletePersonAbout({ params: { personId } }),
      ])
        expect(await refusal(call())).toMatchObject({ status });
    const { personId } = await personNamed(fixture, NAME);
    expect(await refusal(editor.deletePersonAbout({ params: { personId } }))).toMatchObject({
      status: 404,
      message: aboutTexts.noWords,
    });
  });

  it('of twenty who save the same version one succeeds; the others get its state', async () => {
    await using fixture = await boot();
    const { editor } = fixture;
    const { personId, version } = await personNamed(fixture, NAME);
    expect(version).toBe(0);

    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        editor.savePersonAbout({ params: { personId }, body: { text: `Editor ${n}.` } }, ifMatch(0)),
      ),
    );

    const now = await editor.getEditorPerson({ params: { personId } });
    expect(answers.filter(({ status }) => status === 'fulfilled')).toMatchObject([
      { value: { about: now.about, version: 1 } },
    ]);
    for (const answer of answers)
      if (answer.status === 'rejected')
        expect(answer.reason).toMatchObject({
          code: 'version-conflict',
          message: aboutTexts.changed,
          problem: { data: { current: { about: now.about, version: 1 } } },
        });
  });

  it('deleted words are gone at once, and from the store with the name; they can be written again', async () => {
    await using fixture = await boot();
    const { editor, service } = fixture;
    const { personId, version } = await save(fixture);
    await save(fixture, { text: 'Newer.' });
    const remove = (of: number) => editor.deletePersonAbout({ params: { personId } }, ifMatch(of));

    expect(await refusal(remove(version))).toMatchObject({ status: 409, message: aboutTexts.deletedChanged });
    expect(await remove(2)).toEqual({ ok: true });
    expect(await refusal(remove(3))).toMatchObject({ status: 404, message: aboutTexts.noWords });

    expect(await aboutIn(fixture)).toBeUndefined();
    const stored = await service.internals.store.connection.collection('people-about').find().toArray();
    expect(stored).toMatchObject([{ status: 'deleted', version: 3 }]);
    expect(JSON.stringify(stored)).not.toMatch(/Newer|Meera/);
    expect(await editor.getEditorPerson({ params: { personId } })).toMatchObject({ about: null, version: 3 });
    await editor.savePersonAbout({ params: { personId }, body: words }, ifMatch(3));
    expect(await aboutIn(fixture)).toEqual(words);
  });

  it('words about a person whose titles are withdrawn stay in the list, and can be deleted', async () => {
    await using fixture = await boot();
    const { editor, book, film } = fixture;
    const { personId } = await save(fixture);
    await editor.deleteEbook({ params: { id: book._id } });
    await editor.deleteShortFilm({ params: { id: film._id } });

    expect(await personNamed(fixture, NAME)).toMatchObject({ personId, total: 0, about: words });
    await editor.savePersonAbout({ params: { personId }, body: { text: 'Corrected.' } });
    await editor.deletePersonAbout({ params: { personId } });

    expect((await editor.listEditorPeople({ query: {} })).results).toEqual([]);
    expect(await refusal(editor.savePersonAbout({ params: { personId }, body: words }))).toMatchObject({
      status: 404,
      message: aboutTexts.unknown,
    });
  });

  it('each write is in the audit log by the id of the person, without name and words; so are log lines', async () => {
    const lines: string[] = [];
    await using fixture = await boot({ logTo: { write: (line) => lines.push(line) } });
    const { personId } = await save(fixture);
    await fixture.editor.deletePersonAbout({ params: { personId } });

    const acts = (await fixture.service.auditEvents())
      .filter(({ type }) => type === adminActed.catalog.type)
      .map(({ data }) => adminActed.catalog.data.parse(data))
      .filter(({ call }) => call.endsWith('PersonAbout'));
    expect(acts.map(({ call, target, outcome }) => [call, target, outcome])).toEqual([
      ['catalog.savePersonAbout', personId, 'done'],
      ['catalog.deletePersonAbout', personId, 'done'],
    ]);
    const stored = await fixture.service.internals.store.connection.collection('acts').find().toArray();
    expect(JSON.stringify([acts, stored, await fixture.service.liveMessages(), lines])).not.toMatch(
      /Meera|Bhopal/,
    );
  });
});

it('a replica that got no message answers with the words that a read names; they stay after a restart', async () => {
  const env = { DB_SUFFIX: freshSuffix() };
  await using one = await boot({ env });
  await using other = await bootCatalog({ env });
  const { personId } = await save(one);
  const read = async (readAfter: string) => {
    const response = await fetch(`${other.service.url}/creators/${encodeURIComponent(NAME)}`, {
      headers: { 'x-read-after': readAfter },
    });
    return { confirmed: response.headers.get('x-changes'), body: await response.json() };
  };
  expect(await aboutIn(other)).toBeUndefined();

  expect(await read(`${personId}@1`)).toMatchObject({ confirmed: `${personId}@1`, body: { about: words } });
  await one.editor.deletePersonAbout({ params: { personId } });
  expect((await read('*')).body).not.toHaveProperty('about');
  expect((await read(`${personId}@9`)).confirmed).toBe(null);
  await save(one);
  await using again = await bootCatalog({ env });
  expect(await aboutIn(again)).toEqual(words);
});
