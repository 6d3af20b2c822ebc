/** What a payment puts on a shelf, and who sees it. */
import { accessGranted, libraryApi, orderGranted } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootLibrary, mediaOf, paid } from './boot-library.ts';
import { announcedOf, asha, bela, book, hasAccess, order, shelfOf } from './shelves.ts';

describe('a paid order', () => {
  it('puts its items on the shelf, tells the reader’s pages and answers payments (LIB-03, LIB-06, LIB-11, LIB-23)', async () => {
    await using service = await bootLibrary();
    await service.deliver(mediaOf('book'));
    expect(await hasAccess(service)).toBe(false);

    await service.deliver(paid(order('o1')));

    expect(await hasAccess(service)).toBe(true);
    const [entry] = await shelfOf(service);
    expect(entry).toMatchObject({
      format: 'text',
      mediaType: 'ebook',
      media: { _id: 'book', title: 'The Monsoon Register', author: 'A. Writer' },
      progress: null,
    });
    expect((await announcedOf(service, accessGranted)).map(({ data }) => data)).toEqual([
      { userId: 'asha', mediaId: 'book', mediaType: 'ebook', format: 'text', completes: 'o1' },
    ]);
    expect(await service.said()).toEqual([
      { message: { type: 'library-updated', id: 'book' }, audience: { to: 'user', userId: 'asha' } },
    ]);
  });

  it('without a reader to own it grants nothing: guests do not buy (LIB-17)', async () => {
    await using service = await bootLibrary();
    await service.deliver(mediaOf('book'));
    const { data, ...event } = paid(order('o1'));
    const { userId: _, ...ofNobody } = data;

    for (const nobody of [ofNobody, { ...data, userId: null }, { ...data, userId: '' }])
      await expect(service.deliver({ ...event, data: nobody })).rejects.toThrow();

    for (const fact of [accessGranted, orderGranted]) expect(await announcedOf(service, fact)).toEqual([]);
    expect(await service.inside.store.connection.collection('grants').countDocuments()).toBe(0);
  });

  it('of several items is answered by the grant of the last', async () => {
    await using service = await bootLibrary();
    await service.deliver(paid(order('o1', 'book', 'film')));

    const said = (await announcedOf(service, accessGranted)).map(({ data }) => data);
    const completing = said.filter(
      (data) => typeof data === 'object' && data !== null && 'completes' in data,
    );
    expect(said).toHaveLength(2);
    expect(completing).toMatchObject([{ mediaId: 'film', completes: 'o1' }]);
    expect(await announcedOf(service, orderGranted)).toEqual([]);
  });

  it('whose last item was owned before is answered all the same', async () => {
    await using service = await bootLibrary();
    await service.deliver(paid(order('o1', 'film')));
    await service.deliver(paid(order('o2', 'book', 'film')));

    expect((await announcedOf(service, orderGranted)).map(({ data }) => data)).toEqual([
      { orderId: 'o2', userId: 'asha' },
    ]);
  });

  it('heard again grants once and answers each time with one event id (LIB-08)', async () => {
    await using service = await bootLibrary();
    for (let n = 0; n < 3; n += 1) await service.deliver(paid(order('o1')));

    expect(await shelfOf(service)).toHaveLength(1);
    expect(await announcedOf(service, accessGranted)).toHaveLength(1);
    const answers = await announcedOf(service, orderGranted);
    expect(answers).toHaveLength(2);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });

  it('heard many times at once grants once (LIB-04)', async () => {
    await using service = await bootLibrary();
    await Promise.all(Array.from({ length: 12 }, () => service.deliver(paid(order('o1', 'book', 'film')))));

    expect(await shelfOf(service)).toHaveLength(2);
    expect(await announcedOf(service, accessGranted)).toHaveLength(2);
    expect(await service.said()).toHaveLength(2);
  });

  it('with the same item twice grants it once, with two formats both (LIB-12)', async () => {
    await using service = await bootLibrary();
    const items = [{ mediaId: 'book' }, { mediaId: 'book' }, { mediaId: 'book', format: 'audio' as const }];
    await service.deliver(paid({ orderId: 'o1', userId: 'asha', items }));

    expect((await shelfOf(service)).map(({ format }) => format).sort()).toEqual(['audio', 'text']);
    const { checkAccess } = service.as(asha, libraryApi);
    const ask = async (format: 'text' | 'audio' | 'video') =>
      (await checkAccess({ params: { mediaId: book }, query: { format } })).hasAccess;
    expect(await Promise.all([ask('text'), ask('audio'), ask('video')])).toEqual([true, true, false]);
  });

  it('stands on the shelf before the catalog has named the item, and gets its name later', async () => {
    await using service = await bootLibrary();
    await service.deliver(paid(order('o1')));
    expect((await shelfOf(service))[0]?.media).toMatchObject({ _id: 'book', title: 'Untitled' });

    await service.deliver(mediaOf('book'));
    expect((await shelfOf(service))[0]?.media.title).toBe('The Monsoon Register');
  });

  it('gets its name also when catalog and payment speak at the same time', async () => {
    await using service = await bootLibrary();
    const ids = Array.from({ length: 10 }, (_, index) => `book${index}`);
    await Promise.all(
      ids.flatMap((id) => [service.deliver(paid(order(`o-${id}`, id))), service.deliver(mediaOf(id))]),
    );

    expect((await shelfOf(service)).map(({ media }) => media.title)).toEqual(
      ids.map(() => 'The Monsoon Register'),
    );
  });

  it('keeps the name it was bought under when the shop changes or drops the item (LIB-20)', async () => {
    await using service = await bootLibrary();
    await service.deliver(mediaOf('book'));
    await service.deliver(paid(order('o1')));
    await service.deliver(mediaOf('book', { version: 2, status: 'withdrawn', title: 'Gone' }));

    expect((await shelfOf(service))[0]?.media.title).toBe('The Monsoon Register');
    expect(await hasAccess(service)).toBe(true);
    expect(await hasAccess(service, bela)).toBe(false);
  });

  it('is listed newest first (LIB-05)', async () => {
    await using service = await bootLibrary();
    for (const id of ['first', 'second', 'third']) {
      await service.deliver(paid(order(id, id)));
      service.clock.advance(1_000);
    }

    expect((await shelfOf(service)).map(({ media }) => media._id)).toEqual(['third', 'second', 'first']);
  });
});

describe('a shelf', () => {
  it('is seen by its reader only (LIB-01, LIB-02, S7)', async () => {
    await using service = await bootLibrary();
    await service.deliver(mediaOf('book'));
    await service.deliver(paid(order('o1')));

    expect(await shelfOf(service, bela)).toEqual([]);
    expect(await hasAccess(service, bela)).toBe(false);
    expect(await hasAccess(service, 'visitor')).toBe(false);
    await expect(service.as('visitor', libraryApi).listEntries()).rejects.toMatchObject({ status: 401 });
  });

  it('is open to everyone for free items, as long as the shop shows them (LIB-10, CAT-47)', async () => {
    await using service = await bootLibrary();
    await service.deliver(mediaOf('book', { priceINR: 0 }));
    expect(await hasAccess(service, 'visitor')).toBe(true);
    const { checkAccess } = service.as('visitor', libraryApi);
    const audio = await checkAccess({ params: { mediaId: book }, query: { format: 'audio' } });
    expect(audio.hasAccess).toBe(false);

    await service.deliver(mediaOf('book', { priceINR: 0, version: 2, status: 'withdrawn' }));
    expect(await hasAccess(service, 'visitor')).toBe(false);
  });
});

describe('what the catalog says', () => {
  it('counts by version, not by arrival', async () => {
    await using service = await bootLibrary();
    await service.deliver(mediaOf('book', { version: 3, priceINR: 0 }));
    await service.deliver(mediaOf('book', { version: 2, priceINR: 499 }));

    expect(await hasAccess(service, 'visitor')).toBe(true);
  });
});
