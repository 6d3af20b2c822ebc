/** Grants for paid orders, and who may see them. */
import { accessGranted, libraryApi, orderGranted } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { asha, bela, book, entriesOf, hasAccess, order, publishedEvents } from './access-fixture.ts';
import { bootLibrary, mediaOf, paid } from './boot-library.ts';

describe('a paid order', () => {
  it('grants its items, notifies the reader’s pages and confirms to payments (LIB-03, LIB-06, LIB-11, LIB-23)', async () => {
    await using service = await bootLibrary();
    await service.deliver(mediaOf('book'));
    expect(await hasAccess(service)).toBe(false);

    await service.deliver(paid(order('o1')));

    expect(await hasAccess(service)).toBe(true);
    const [entry] = await entriesOf(service);
    expect(entry).toMatchObject({
      format: 'text',
      mediaType: 'ebook',
      media: { _id: 'book', title: 'The Monsoon Register', author: 'A. Writer' },
      progress: null,
    });
    expect((await publishedEvents(service, accessGranted)).map(({ data }) => data)).toEqual([
      { userId: 'asha', mediaId: 'book', mediaType: 'ebook', format: 'text', completes: 'o1' },
    ]);
    expect(await service.liveMessages()).toEqual([
      { message: { type: 'library-updated', id: 'book' }, audience: { to: 'user', userId: 'asha' } },
    ]);
  });

  it('without a user id grants nothing: guests cannot buy (LIB-17)', async () => {
    await using service = await bootLibrary();
    await service.deliver(mediaOf('book'));
    const { data, ...event } = paid(order('o1'));
    const { userId: _, ...withoutUser } = data;

    for (const invalid of [withoutUser, { ...data, userId: null }, { ...data, userId: '' }])
      await expect(service.deliver({ ...event, data: invalid })).rejects.toThrow();

    for (const definition of [accessGranted, orderGranted])
      expect(await publishedEvents(service, definition)).toEqual([]);
    expect(await service.internals.store.connection.collection('grants').countDocuments()).toBe(0);
  });

  it('of several items is confirmed by the last grant', async () => {
    await using service = await bootLibrary();
    await service.deliver(paid(order('o1', 'book', 'film')));

    const granted = (await publishedEvents(service, accessGranted)).map(({ data }) => data);
    const completing = granted.filter(
      (data) => typeof data === 'object' && data !== null && 'completes' in data,
    );
    expect(granted).toHaveLength(2);
    expect(completing).toMatchObject([{ mediaId: 'film', completes: 'o1' }]);
    expect(await publishedEvents(service, orderGranted)).toEqual([]);
  });

  it('whose last item was already owned is confirmed by a separate event', async () => {
    await using service = await bootLibrary();
    await service.deliver(paid(order('o1', 'film')));
    await service.deliver(paid(order('o2', 'book', 'film')));

    expect((await publishedEvents(service, orderGranted)).map(({ data }) => data)).toEqual([
      { orderId: 'o2', userId: 'asha' },
    ]);
  });

  it('of which an item was owned is confirmed by a separate event, so that payments looks for a second payment', async () => {
    await using service = await bootLibrary();
    await service.deliver(paid(order('o1', 'book')));
    await service.deliver(paid(order('o2', 'book', 'film')));

    expect((await publishedEvents(service, orderGranted)).map(({ data }) => data)).toEqual([
      { orderId: 'o2', userId: 'asha' },
    ]);
    expect(JSON.stringify(await publishedEvents(service, accessGranted))).not.toContain('"completes":"o2"');
  });

  it('redelivered grants once and confirms each delivery with one event id (LIB-08)', async () => {
    await using service = await bootLibrary();
    for (let n = 0; n < 3; n += 1) await service.deliver(paid(order('o1')));

    expect(await entriesOf(service)).toHaveLength(1);
    expect(await publishedEvents(service, accessGranted)).toHaveLength(1);
    const confirmations = await publishedEvents(service, orderGranted);
    expect(confirmations).toHaveLength(2);
    expect(new Set(confirmations.map(({ id }) => id)).size).toBe(1);
  });

  it('delivered concurrently grants once (LIB-04)', async () => {
    await using service = await bootLibrary();
    await Promise.all(Array.from({ length: 12 }, () => service.deliver(paid(order('o1', 'book', 'film')))));

    expect(await entriesOf(service)).toHaveLength(2);
    expect(await publishedEvents(service, accessGranted)).toHaveLength(2);
    expect(await service.liveMessages()).toHaveLength(2);
  });

  it('with the same item twice grants it once, with two formats both (LIB-12)', async () => {
    await using service = await bootLibrary();
    const items = [{ mediaId: 'book' }, { mediaId: 'book' }, { mediaId: 'book', format: 'audio' as const }];
    await service.deliver(paid({ orderId: 'o1', userId: 'asha', items }));

    expect((await entriesOf(service)).map(({ format }) => format).sort()).toEqual(['audio', 'text']);
    const { checkAccess } = service.as(asha, libraryApi);
    const check = async (format: 'text' | 'audio' | 'video') =>
      (await checkAccess({ params: { mediaId: book }, query: { format } })).hasAccess;
    expect(await Promise.all([check('text'), check('audio'), check('video')])).toEqual([true, true, false]);
  });

  it('is listed before the item is projected, and gets its title later', async () => {
    await using service = await bootLibrary();
    await service.deliver(paid(order('o1')));
    expect((await entriesOf(service))[0]?.media).toMatchObject({ _id: 'book', title: 'Untitled' });

    await service.deliver(mediaOf('book'));
    expect((await entriesOf(service))[0]?.media.title).toBe('The Monsoon Register');
  });

  it('gets its title also when catalog and payment events arrive concurrently', async () => {
    await using service = await bootLibrary();
    const ids = Array.from({ length: 10 }, (_, index) => `book${index}`);
    await Promise.all(
      ids.flatMap((id) => [service.deliver(paid(order(`o-${id}`, id))), service.deliver(mediaOf(id))]),
    );

    expect((await entriesOf(service)).map(({ media }) => media.title)).toEqual(
      ids.map(() => 'The Monsoon Register'),
    );
  });

  it('keeps its title when the catalog changes or withdraws the item (LIB-20)', async () => {
    await using service = await bootLibrary();
    await service.deliver(mediaOf('book'));
    await service.deliver(paid(order('o1')));
    await service.deliver(mediaOf('book', { version: 2, status: 'withdrawn', title: 'Gone' }));

    expect((await entriesOf(service))[0]?.media.title).toBe('The Monsoon Register');
    expect(await hasAccess(service)).toBe(true);
    expect(await hasAccess(service, bela)).toBe(false);
  });

  it('is listed newest first (LIB-05)', async () => {
    await using service = await bootLibrary();
    for (const id of ['first', 'second', 'third']) {
      await service.deliver(paid(order(id, id)));
      service.clock.advance(1_000);
    }

    expect((await entriesOf(service)).map(({ media }) => media._id)).toEqual(['third', 'second', 'first']);
  });
});

describe('access to an item', () => {
  it('is visible to its reader only (LIB-01, LIB-02, S7)', async () => {
    await using service = await bootLibrary();
    await service.deliver(mediaOf('book'));
    await service.deliver(paid(order('o1')));

    expect(await entriesOf(service, bela)).toEqual([]);
    expect(await hasAccess(service, bela)).toBe(false);
    expect(await hasAccess(service, 'visitor')).toBe(false);
    await expect(service.as('visitor', libraryApi).listEntries()).rejects.toMatchObject({ status: 401 });
  });

  it('is open to everyone for published free items (LIB-10, CAT-47)', async () => {
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

describe('the media projection', () => {
  it('keeps the highest version, in any order of arrival', async () => {
    await using service = await bootLibrary();
    await service.deliver(mediaOf('book', { version: 3, priceINR: 0 }));
    await service.deliver(mediaOf('book', { version: 2, priceINR: 499 }));

    expect(await hasAccess(service, 'visitor')).toBe(true);
  });
});
