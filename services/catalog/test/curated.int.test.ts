/** Collections made by editors: what readers and editors see, bad input, concurrent editors. */
import { ApiError, curatedTexts, MediaId } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootCatalog, refusal } from './boot-catalog.ts';
import { bootShelf, curatedLive, pick, publish, rain } from './curated-fixture.ts';

const ifMatch = (version: number) => ({ headers: { 'if-match': `"${version}"` } });
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

describe('readers', () => {
  it('see the titles in the order of the editors, each with its reason', async () => {
    await using fixture = await bootShelf();
    await publish(fixture);

    const page = await fixture.visitor.getCurated({ params: { slug: 'rain-and-who-it-brings-home' } });

    expect(page).toMatchObject({ ...rain, isStaffPicks: false, others: [] });
    expect(page.items.map(({ title, reason }) => [title, reason])).toEqual([
      ['Chhaata', 'Shot in one roof.'],
      ['Barsaat', null],
    ]);
    const { items } = await fixture.visitor.listCurated();
    expect(items).toMatchObject([{ slug: page.slug, total: 2, items: [{ title: 'Chhaata' }, {}] }]);
    expect(Object.keys(items[0]?.items[0] ?? {})).not.toContain('description');
  });

  it('see neither drafts nor titles that are withdrawn, and no collection that is empty for that reason', async () => {
    await using fixture = await bootShelf();
    const { editor, visitor, book, film } = fixture;
    const { slug } = await publish(fixture);
    const { slug: draftSlug } = await publish(fixture, { name: 'A draft', published: false });
    const page = () => visitor.getCurated({ params: { slug } });
    const hidden = { status: 404, message: curatedTexts.unknown };

    expect(await refusal(visitor.getCurated({ params: { slug: draftSlug } }))).toMatchObject(hidden);
    expect((await page()).others).toEqual([]);
    await editor.deleteShortFilm({ params: { id: film._id } });
    expect((await page()).items.map(({ title }) => title)).toEqual(['Barsaat']);
    await editor.deleteEbook({ params: { id: book._id } });
    expect(await refusal(page())).toMatchObject(hidden);
    expect((await visitor.listCurated()).items).toEqual([]);

    await editor.restoreShortFilm({ params: { id: film._id } });
    expect((await page()).items.map(({ title, reason }) => [title, reason])).toEqual([
      ['Chhaata', 'Shot in one roof.'],
    ]);
  });

  it('find the collections of a title beside it, and the titles that follow it there', async () => {
    await using fixture = await bootShelf();
    const { visitor, book, film, other } = fixture;
    await publish(fixture, { titles: [pick(film._id), pick(book._id, 'Slow.'), pick(other._id)] });
    await publish(fixture, { name: 'A draft', published: false, titles: [pick(book._id)] });

    const related = await visitor.listRelated({ params: { mediaId: book._id } });

    expect(related.collections).toEqual([
      { slug: 'rain-and-who-it-brings-home', name: rain.name, isStaffPicks: false, reason: 'Slow.' },
    ]);
    expect(related.items.map(({ title, reason }) => [title, reason])).toEqual([
      ['Dhoop', { kind: 'collection', name: rain.name }],
      ['Chhaata', { kind: 'collection', name: rain.name }],
    ]);
    const { collections } = await visitor.listRelated({ params: { mediaId: other._id } });
    expect(collections).toMatchObject([{ reason: null }]);
  });

  it.each(['/collections/Nothing', '/collections/_order', `/collections/${'a'.repeat(300)}`])(
    '%s is 404 with a sentence',
    async (path) => {
      await using fixture = await bootCatalog();
      const answer = await fetch(fixture.service.url + path);

      expect([answer.status, await answer.json()]).toMatchObject([404, { detail: curatedTexts.unknown }]);
    },
  );
});

describe('editors', () => {
  it('only they read and write', async () => {
    await using fixture = await bootShelf();
    const { slug } = await publish(fixture);
    for (const [caller, status] of [
      [fixture.visitor, 401],
      [fixture.reader('asha'), 403],
    ] as const)
      for (const call of [
        () => caller.listEditorCurated(),
        () => caller.getEditorCurated({ params: { slug } }),
        () => caller.createCurated({ body: rain }),
        () => caller.updateCurated({ params: { slug }, body: rain }),
        () => caller.deleteCurated({ params: { slug } }),
        () => caller.orderCurated({ body: { slugs: [slug] } }),
      ])
        expect(await refusal(call())).toMatchObject({ status });
    expect((await fixture.editor.listEditorCurated()).length).toBe(1);
  });

  it.each<[string, object, string, string]>([
    ['no name', { name: ' ' }, '/body/name', 'Name required'],
    ['no sentence', { sentence: '' }, '/body/sentence', 'Sentence required'],
    ['a long name', { name: 'x'.repeat(81) }, '/body/name', 'Name can have at most 80 characters'],
    ['nothing to publish', { published: true }, '/body/titles', curatedTexts.empty],
    [
      'a title twice',
      { titles: [pick(MediaId.parse('a')), pick(MediaId.parse('a'))] },
      '/body/titles',
      curatedTexts.repeated,
    ],
    ['an unknown title', { titles: [pick(MediaId.parse('a'))] }, '/body/titles', curatedTexts.unknownTitle],
    [
      'a long reason',
      { titles: [pick(MediaId.parse('a'), 'x'.repeat(241))] },
      '/body/titles/0/reason',
      'A reason can have at most 240 characters',
    ],
    [
      'staff picks without a reason',
      { published: true, isStaffPicks: true, titles: [pick(MediaId.parse('a'))] },
      '/body/titles',
      curatedTexts.reasonMissing,
    ],
  ])('%s is refused in a sentence and changes nothing', async (_name, change, pointer, detail) => {
    await using fixture = await bootShelf();
    const { editor } = fixture;
    const { slug, version } = await publish(fixture);
    const before = [await editor.listEditorCurated(), await curatedLive(fixture)];
    const body = { ...rain, ...change };

    for (const call of [
      () => editor.createCurated({ body }),
      () => editor.updateCurated({ params: { slug }, body }, ifMatch(version)),
    ]) {
      const error = await call().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ status: 400, problem: { errors: [{ pointer, detail }] } });
    }
    expect([await editor.listEditorCurated(), await curatedLive(fixture)]).toEqual(before);
  });

  it('a title that was withdrawn stays for editors, marked, and does not block a save', async () => {
    await using fixture = await bootShelf();
    const { editor, film } = fixture;
    const { slug, titles, version } = await publish(fixture);
    await editor.deleteShortFilm({ params: { id: film._id } });

    expect(await editor.getEditorCurated({ params: { slug } })).toMatchObject({
      total: 2,
      visible: 1,
      titles: [{ mediaId: film._id, item: null }, { item: { title: 'Barsaat' } }],
    });
    const body = {
      ...rain,
      name: 'Rain',
      published: true,
      titles: titles.map(({ mediaId, reason }) => ({ mediaId, reason })),
    };
    expect(await editor.updateCurated({ params: { slug }, body }, ifMatch(version))).toMatchObject({
      slug,
      name: 'Rain',
      version: 2,
    });
    // taken out once, it is no title that can be added
    await editor.updateCurated({ params: { slug }, body: { ...body, published: false, titles: [] } });
    expect(await refusal(editor.updateCurated({ params: { slug }, body }))).toMatchObject({
      status: 400,
      message: curatedTexts.unknownTitle,
    });
  });

  it('finds an address also after hundreds of deleted ones of the same name', async () => {
    await using fixture = await bootCatalog();
    const { editor } = fixture;
    const body = { ...rain, name: 'बारिश' };
    for (let n = 0; n < 200; n += 1) {
      const { slug } = await editor.createCurated({ body });
      await editor.deleteCurated({ params: { slug } });
    }

    expect((await editor.createCurated({ body })).slug).toMatch(/^collection-\d+$/);
  });

  it('addresses are made of the first name, each once for ever', async () => {
    await using fixture = await bootCatalog();
    const { editor } = fixture;
    const slugOf = async (name: string) => (await editor.createCurated({ body: { ...rain, name } })).slug;

    expect(await slugOf('  Été: love & rain!  ')).toBe('ete-love-rain');
    expect(await slugOf('Été, love, rain')).toBe('ete-love-rain-2');
    expect(await slugOf('बारिश')).toBe('collection');
    await editor.deleteCurated({ params: { slug: 'ete-love-rain-2' } });
    expect(await slugOf('Été, love, rain')).toBe('ete-love-rain-3');
    const { slugs } = { slugs: (await editor.listEditorCurated()).map(({ slug }) => slug) };
    expect(slugs.sort()).toEqual(['collection', 'ete-love-rain', 'ete-love-rain-3']);
  });

  it('a repeated creation makes one collection, also twenty at once', async () => {
    await using fixture = await bootCatalog();
    const { editor } = fixture;

    const made = await Promise.all(
      Array.from({ length: 20 }, () => editor.createCurated({ body: rain }, withKey('k1'))),
    );

    expect(new Set(made.map(({ slug }) => slug)).size).toBe(1);
    const other = await editor.createCurated({ body: rain }, withKey('k2'));
    expect((await editor.listEditorCurated()).length).toBe(2);
    await editor.deleteCurated({ params: { slug: other.slug } });
    expect(await refusal(editor.createCurated({ body: rain }, withKey('k2')))).toMatchObject({
      status: 409,
      message: curatedTexts.deleted,
    });
    expect((await editor.listEditorCurated()).length).toBe(1);
  });

  it('of twenty who save the same version one succeeds; the others get its state', async () => {
    await using fixture = await bootShelf();
    const { editor } = fixture;
    const { slug, version } = await publish(fixture);

    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        editor.updateCurated({ params: { slug }, body: { ...rain, name: `Editor ${n}` } }, ifMatch(version)),
      ),
    );

    const saved = answers.filter(({ status }) => status === 'fulfilled');
    const now = await editor.getEditorCurated({ params: { slug } });
    expect(saved).toMatchObject([{ value: { name: now.name, version: 2 } }]);
    for (const answer of answers)
      if (answer.status === 'rejected')
        expect(answer.reason).toMatchObject({
          code: 'version-conflict',
          message: curatedTexts.changed,
          problem: { data: { current: { name: now.name, version: 2 } } },
        });
  });

  it('a deletion keeps what another editor has saved since, and is done once', async () => {
    await using fixture = await bootShelf();
    const { editor, visitor } = fixture;
    const { slug, version } = await publish(fixture);
    await editor.updateCurated({ params: { slug }, body: { ...rain, name: 'Newer' } });
    const remove = (of: number) => editor.deleteCurated({ params: { slug } }, ifMatch(of));

    expect(await refusal(remove(version))).toMatchObject({
      status: 409,
      message: curatedTexts.deletedChanged,
    });
    expect(await remove(2)).toEqual({ ok: true });
    for (const call of [
      () => remove(3),
      () => editor.getEditorCurated({ params: { slug } }),
      () => editor.updateCurated({ params: { slug }, body: rain }),
    ])
      expect(await refusal(call())).toMatchObject({ status: 404, message: curatedTexts.notFound });
    expect((await visitor.listCurated()).items).toEqual([]);
  });

  it('a draft is announced to admins only; what readers see, to everyone', async () => {
    await using fixture = await bootShelf();
    const { editor } = fixture;
    const { slug } = await publish(fixture, { name: 'Rain', published: false });
    expect(await curatedLive(fixture)).toEqual([['collection-updated', 'rain', 'admins']]);
    const body = { ...rain, published: true, titles: [pick(fixture.book._id)] };
    await editor.updateCurated({ params: { slug }, body });
    await editor.deleteCurated({ params: { slug } });
    expect((await curatedLive(fixture)).slice(1)).toEqual([
      ['collection-updated', 'rain', 'everyone'],
      ['collection-updated', 'rain', 'everyone'],
    ]);
  });
});
