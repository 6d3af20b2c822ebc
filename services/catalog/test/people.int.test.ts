import { MediaItem, peopleTexts } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { foldText } from '../src/catalog-index/words.rules.ts';
import { aboutIdOf } from '../src/people/about.rules.ts';
import { bootCatalog, draft, filmDraft, refusal, soundDraft } from './boot-catalog.ts';

const { unknownName, unknownSeries } = peopleTexts;

const boot = async () => {
  const fixture = await bootCatalog();
  const { editor } = fixture;
  const book = await editor.createEbook({
    body: { ...draft, title: 'Barsaat', author: 'Meera Sahni', authorPronouns: 'she/her', year: 2021 },
  });
  await editor.createEbook({ body: { ...draft, title: 'Dhoop', author: 'meera  sahni', year: 2024 } });
  await editor.createShortFilm({
    body: { ...filmDraft, title: 'Chhaata', cast: ['Ba: Meera Sahni', 'Ravi'], year: 2020 },
  });
  await editor.createAudioStory({
    body: { ...soundDraft, title: 'Batti', author: 'Sunil Rawat', narrator: 'Meera Sahni', speaker: '' },
  });
  return { ...fixture, book };
};

it('shows everything by one name: by role, by kind, newest first', async () => {
  await using fixture = await boot();

  const page = await fixture.visitor.getCreator({ params: { name: 'MEERA SAHNI' } });

  expect(page).toMatchObject({ name: 'Meera Sahni', pronouns: 'she/her', total: 4 });
  expect(page.roles.map(({ role, items }) => [role, ...items.map(({ title }) => title)])).toEqual([
    ['author', 'Dhoop', 'Barsaat'],
    ['narrator', 'Batti'],
    ['cast', 'Chhaata'],
  ]);
  expect(page.others).toEqual(['Meher Daruwalla', 'Ravi', 'Sunil Rawat']);
  expect(Object.keys(page.roles[0]?.items[0] ?? {})).not.toContain('description');
});

it('everybody of an item has a page, and an item appears only on theirs', async () => {
  await using fixture = await boot();
  const titlesOf = async (name: string) =>
    (await fixture.visitor.getCreator({ params: { name } })).roles.flatMap(({ role, items }) =>
      items.map(({ title }) => `${role}: ${title}`),
    );

  expect(await titlesOf('Ravi')).toEqual(['cast: Chhaata']);
  expect(await titlesOf('Meher Daruwalla')).toEqual(['director: Chhaata']);
  expect(await titlesOf('Sunil Rawat')).toEqual(['author: Batti']);
  expect((await fixture.visitor.search({ query: { creator: 'Meera Sahni' } })).total).toBe(4);
  expect((await fixture.visitor.suggest({ query: { q: 'meera sah' } })).creators).toEqual([
    { name: 'Meera Sahni', count: 4 },
  ]);
});

it('a synthetic voice has a page with its titles and is found, but stands under no person', async () => {
  await using fixture = await boot();
  const { editor, visitor } = fixture;
  const narrator = 'a synthetic voice';
  await editor.createAudioStory({
    body: { ...soundDraft, title: 'Reel', author: 'Sunil Rawat', narrator, speaker: '' },
  });

  const { roles } = await visitor.getCreator({ params: { name: narrator } });
  expect(roles.map(({ role, items }) => [role, ...items.map(({ title }) => title)])).toEqual([
    ['narrator', 'Reel'],
  ]);
  expect((await visitor.suggest({ query: { q: 'synthetic' } })).creators).toEqual([
    { name: narrator, count: 1 },
  ]);
  expect((await visitor.getCreator({ params: { name: 'Sunil Rawat' } })).others).toEqual(['Meera Sahni']);
});

it('a synthetic voice is not in the list of editors, but for words about it that can be deleted', async () => {
  await using fixture = await boot();
  const { editor } = fixture;
  const narrator = 'A synthetic  voice';
  await editor.createAudioStory({
    body: { ...soundDraft, title: 'Reel', author: 'Sunil Rawat', narrator, speaker: '' },
  });
  const listed = async () => {
    const { results, total } = await editor.listEditorPeople({ query: {} });
    return [results.map(({ name }) => name), total];
  };
  const people = ['Meera Sahni', 'Sunil Rawat', 'Meher Daruwalla', 'Ravi'];
  expect(await listed()).toEqual([people, 4]);

  const params = { personId: aboutIdOf({ kind: 'person', key: foldText(narrator) }) };
  await editor.savePersonAbout({ params, body: { text: 'Made by a program.', language: 'en' } });
  expect(await listed()).toEqual([['Meera Sahni', 'Sunil Rawat', narrator, 'Meher Daruwalla', 'Ravi'], 5]);
  await editor.deletePersonAbout({ params });
  expect(await listed()).toEqual([people, 4]);
});

it('a withdrawn item leaves its pages, and the last one takes the page with it', async () => {
  await using fixture = await bootCatalog();
  const { editor, visitor } = fixture;
  const { _id } = await editor.createMagazine({
    body: { ...draft, title: 'Verandah 1: Rain', author: 'Nafisa Lokhandwala', issueNumber: '1' },
  });
  const pages = () =>
    Promise.all([
      refusal(visitor.getCreator({ params: { name: 'Nafisa Lokhandwala' } })),
      refusal(visitor.getSeries({ params: { name: 'Verandah' } })),
    ]);
  expect((await visitor.getSeries({ params: { name: 'Verandah' } })).total).toBe(1);

  await editor.deleteMagazine({ params: { id: _id } });

  expect(await pages()).toMatchObject([
    { status: 404, message: unknownName },
    { status: 404, message: unknownSeries },
  ]);
});

it('an edit moves an item to the page of its new author', async () => {
  await using fixture = await boot();
  const { editor, visitor, book } = fixture;
  await editor.updateEbook({ params: { id: book._id }, body: { ...draft, author: 'Kavya Rao' } });

  expect((await visitor.getCreator({ params: { name: 'Kavya Rao' } })).total).toBe(1);
  expect((await visitor.getCreator({ params: { name: 'Meera Sahni' } })).total).toBe(3);
});

it('issues are in the order of their numbers, in the digits of any script', async () => {
  await using fixture = await bootCatalog();
  for (const [title, issueNumber] of [
    ['देहरी १०: रात', '१०'],
    ['देहरी ३: रसोई', '3'],
    ['देहरी 9: नदी', '९'],
    ['देहरी ११: दिन', 'No. 11'],
  ] as const)
    await fixture.editor.createMagazine({
      body: { ...draft, title, author: 'Uma Bisht', issueNumber, language: 'hi' },
    });

  const { name, total, issues } = await fixture.visitor.getSeries({ params: { name: 'देहरी' } });

  expect([name, total]).toEqual(['देहरी', 4]);
  expect(issues.map(({ title }) => title)).toEqual([
    'देहरी ३: रसोई',
    'देहरी 9: नदी',
    'देहरी १०: रात',
    'देहरी ११: दिन',
  ]);
});

it.each([
  ['/creators/Nobody', 404, unknownName],
  ['/creators/%2F..%2Fadmin', 404, unknownName],
  ['/series/Nothing', 404, unknownSeries],
  [`/creators/${'a'.repeat(201)}`, 400, undefined],
  [`/series/${'a'.repeat(201)}`, 400, undefined],
  ['/creators/%20', 400, undefined],
])('%s is refused with %i', async (path, status, detail) => {
  await using fixture = await bootCatalog();

  const answer = await fetch(`${fixture.service.url}${path}`);

  expect(answer.status).toBe(status);
  if (detail !== undefined) expect(await answer.json()).toMatchObject({ code: 'not-found', detail });
});

it('an answer has the fields of a card and nothing more of an item', async () => {
  await using fixture = await boot();
  const { roles } = await fixture.visitor.getCreator({ params: { name: 'Meera Sahni' } });
  const long: (keyof MediaItem)[] = ['description', 'longDescription', 'fileId', 'videoUrl', 'downloadUrl'];

  for (const { items } of roles)
    for (const item of items) for (const field of long) expect(Object.keys(item)).not.toContain(field);
  expect(Object.keys(MediaItem.shape)).toEqual(expect.arrayContaining(long));
});

it('shows titles to go on with, each with its reason, and none of a withdrawn item', async () => {
  await using fixture = await boot();
  const { editor, visitor, book } = fixture;
  const reasonsOf = async (id: string) =>
    (await visitor.listRelated({ params: { mediaId: id } })).items.map(({ title, reason }) => [
      title,
      reason.kind,
    ]);

  expect(new Set(await reasonsOf(book._id))).toEqual(
    new Set([
      ['Dhoop', 'author'],
      ['Batti', 'narrator'],
      ['Chhaata', 'cast'],
    ]),
  );
  const raw = await (await fetch(`${fixture.service.url}/media/${book._id}/related`)).text();
  expect(raw).not.toContain('description');
  await editor.deleteEbook({ params: { id: book._id } });

  expect(await refusal(visitor.listRelated({ params: { mediaId: book._id } }))).toMatchObject({
    status: 404,
  });
  const [film] = (await visitor.search({ query: { mediaType: 'shortfilm' } })).items;
  expect((await reasonsOf(film?._id ?? '')).map(([title]) => title)).not.toContain('Barsaat');
});
