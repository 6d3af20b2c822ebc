import { expect, it } from 'vitest';
import { bootCatalog, draft, filmDraft, soundDraft } from './boot-catalog.ts';

const boot = async () => {
  const fixture = await bootCatalog();
  const { editor } = fixture;
  await editor.createEbook({ body: { ...draft, genres: ['Fiction'] } });
  await editor.createEbook({
    body: {
      ...draft,
      title: 'बरसात के बाद',
      altTitle: 'Barsaat ke Baad',
      author: 'Meera Sahni',
      language: 'hi',
      priceINR: 99,
    },
  });
  await editor.createShortFilm({ body: { ...filmDraft, cast: ['Meera Sahni'], duration: 12 } });
  await editor.createAudioStory({ body: soundDraft });
  await editor.createMagazine({
    body: {
      ...draft,
      title: 'Verandah 1: Rain',
      author: 'Nafisa Lokhandwala',
      issueNumber: '1',
      priceINR: 79,
    },
  });
  await editor.createMagazine({
    body: {
      ...draft,
      title: 'Verandah 2: Work',
      author: 'Nafisa Lokhandwala',
      issueNumber: '2',
      priceINR: 79,
    },
  });
  return fixture;
};

it('suggests items of every kind, creators and series in a small answer', async () => {
  await using fixture = await boot();
  const titlesFor = async (q: string) => {
    const { items, creators, series } = await fixture.visitor.suggest({ query: { q } });
    return [
      ...items.map(({ title }) => title),
      ...creators.map(({ name }) => name),
      ...series.map(({ name }) => name),
    ];
  };

  expect(await titlesFor('veran')).toEqual(['Verandah 2: Work', 'Verandah 1: Rain', 'Verandah']);
  expect(await titlesFor('meera')).toEqual(['The Ironing Table', 'बरसात के बाद', 'Meera Sahni']);
  expect(await titlesFor('ironning')).toEqual(['The Ironing Table']);
  expect(await titlesFor('बरसत')).toEqual(['बरसात के बाद']);
  expect(await titlesFor('qqqqqqqq')).toEqual([]);
  const raw = await (await fetch(`${fixture.service.url}/search/suggest?q=veran`)).text();
  expect(raw.length).toBeLessThan(1_500);
  expect(raw).toContain('{"name":"Verandah","count":2}');
});

it('answers by kind with counts for every filter, and each filter narrows what is shown', async () => {
  await using fixture = await boot();
  const kindsOf = async (
    query: NonNullable<NonNullable<Parameters<typeof fixture.visitor.searchByKind>[0]>['query']>,
  ) => {
    const { kinds, total } = await fixture.visitor.searchByKind({ query });
    return { total, kinds: kinds.map((group) => `${group.mediaType} ${group.total}`) };
  };

  expect(await kindsOf({})).toEqual({
    total: 6,
    kinds: ['ebook 2', 'shortfilm 1', 'audiostory 1', 'magazine 2'],
  });
  expect(await kindsOf({ creator: 'meera sahni' })).toEqual({ total: 2, kinds: ['ebook 1', 'shortfilm 1'] });
  expect(await kindsOf({ series: 'Verandah' })).toEqual({ total: 2, kinds: ['magazine 2'] });
  expect(await kindsOf({ maxPriceINR: '99' })).toEqual({
    total: 5,
    kinds: ['ebook 1', 'shortfilm 1', 'audiostory 1', 'magazine 2'],
  });
  expect(await kindsOf({ free: 'true' })).toEqual({ total: 1, kinds: ['audiostory 1'] });
  expect(await kindsOf({ q: 'verandah', mediaType: 'magazine' })).toEqual({
    total: 2,
    kinds: ['magazine 2'],
  });
  const { facets, isApproximate } = await fixture.visitor.searchByKind({ query: { q: 'mansoon' } });
  expect(isApproximate).toBe(true);
  expect(facets).toMatchObject({
    mediaType: [{ value: 'ebook', count: 1 }],
    genre: [{ value: 'Fiction', count: 1 }],
  });
  const byKind = await fixture.visitor.search({
    query: { mediaType: 'magazine', series: 'verandah', length: 'short' },
  });
  expect(byKind.total).toBe(0);
  expect((await fixture.visitor.search({ query: { genre: 'fiction' } })).total).toBe(1);
});

it('describes few results, and counts them without each filter that is set', async () => {
  await using fixture = await boot();
  const find = (
    query: NonNullable<NonNullable<Parameters<typeof fixture.visitor.searchByKind>[0]>['query']>,
  ) => fixture.visitor.searchByKind({ query });

  const { few, without } = await find({ q: 'verandah' });
  expect(few?.map(({ title, year, opening }) => [title, year, opening])).toEqual([
    ['Verandah 2: Work', null, draft.description],
    ['Verandah 1: Rain', null, draft.description],
  ]);
  expect(without).toBeUndefined();
  expect((await find({ maxPriceINR: '99' })).few).toHaveLength(5);
  expect(await find({})).not.toHaveProperty('few');
  expect(await find({ q: 'qqqqqqqq' })).not.toHaveProperty('few');
  const filtered = await find({ mediaType: 'ebook', language: 'hi' });
  expect(filtered.without).toEqual([
    { filter: 'mediaType', total: 1 },
    { filter: 'language', total: 2 },
  ]);
  expect(filtered.few).toHaveLength(1);
});

it('a changed or deleted item changes creators and series', async () => {
  await using fixture = await boot();
  const { items } = await fixture.visitor
    .searchByKind({ query: { series: 'Verandah' } })
    .then(({ kinds }) => ({
      items: kinds.flatMap((group) => group.items),
    }));
  for (const { _id } of items) await fixture.editor.deleteMagazine({ params: { id: _id } });

  const { items: left, creators, series } = await fixture.visitor.suggest({ query: { q: 'verandah' } });

  expect([left, creators, series]).toEqual([[], [], []]);
  expect((await fixture.visitor.suggest({ query: { q: 'nafisa' } })).creators).toEqual([]);
});

const refused: readonly (readonly [path: string, sentence: string])[] = [
  ['/search/suggest', 'Type a word to search for'],
  ['/search/suggest?q=%20%20', 'Type a word to search for'],
  [`/search/suggest?q=${'a'.repeat(121)}`, 'A search can have at most 120 characters'],
  [`/search/by-kind?q=${'a'.repeat(121)}`, 'A search can have at most 120 characters'],
  ['/search/suggest?q=a&q=b', 'Type a word to search for'],
  ['/search/by-kind?length=endless', 'That filter is not valid'],
  ['/search/by-kind?maxPriceINR=-1', 'That filter is not valid'],
  [`/search/by-kind?creator=${'a'.repeat(201)}`, 'That filter is not valid'],
  ['/search/by-kind?mediaType=scroll', 'That media type is not known'],
];

it('refuses words and filters that are not valid with a sentence', async () => {
  await using fixture = await bootCatalog();

  for (const [path, sentence] of refused) {
    const answer = await fetch(`${fixture.service.url}${path}`);
    expect(answer.status, path).toBe(400);
    expect(await answer.json(), path).toMatchObject({ code: 'validation-failed', detail: sentence });
  }
});

it('search words are in no log line and no event', async () => {
  const lines: string[] = [];
  const logTo = { write: (line: string) => lines.push(line) };
  await using fixture = await bootCatalog({ env: { LOG_LEVEL: 'trace' }, logTo });
  await fixture.editor.createEbook({ body: draft });
  const startLines = lines.length;

  await fixture.visitor.suggest({ query: { q: 'qwertyword' } });
  await fixture.visitor.searchByKind({ query: { q: 'qwertyword', creator: 'qwertyname' } });
  await fetch(`${fixture.service.url}/search/suggest?q=${'qwertyword'.repeat(20)}`);

  expect(startLines).toBeGreaterThan(0);
  expect(lines.join('')).not.toContain('qwerty');
  expect(JSON.stringify(await fixture.service.publishedEvents())).not.toContain('qwerty');
});
