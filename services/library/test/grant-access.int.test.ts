import { anEvent, type Booted, freshSuffix, testMongo, testUser, tokenOf } from '@satrangi/chassis/testing';
import {
  accessGranted,
  accessRevoked,
  type LibraryEntry,
  libraryApi,
  MediaId,
  orderGranted,
  userDeleted,
  userForgotten,
} from '@satrangi/contracts';
import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { bootLibrary, mediaOf, paid, refunded, stored } from './boot-library.ts';

const book = MediaId.parse('book');
const asha = testUser({ userId: 'asha' });
const bela = testUser({ userId: 'bela' });
const order = (orderId: string, ...mediaIds: string[]) => ({
  orderId,
  userId: asha.userId,
  items: (mediaIds.length > 0 ? mediaIds : ['book']).map((mediaId) => ({ mediaId })),
});

const shelfOf = (service: Booted, user = asha): Promise<LibraryEntry[]> =>
  service.as(user, libraryApi).listEntries();
const hasAccess = async (service: Booted, user: Parameters<Booted['as']>[0] = asha): Promise<boolean> =>
  (await service.as(user, libraryApi).checkAccess({ params: { mediaId: book } })).hasAccess;
const announcedOf = async (service: Booted, { type }: { type: string }) =>
  (await service.announced()).filter((event) => event.type === type);

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
      { userId: 'asha', mediaId: 'book', mediaType: 'ebook', format: 'text' },
    ]);
    expect((await announcedOf(service, orderGranted)).map(({ data }) => data)).toEqual([
      { orderId: 'o1', userId: 'asha' },
    ]);
    expect(await service.said()).toEqual([
      { message: { type: 'library-updated', id: 'book' }, audience: { to: 'user', userId: 'asha' } },
    ]);
  });

  it('heard twice grants once and answers twice with one event id (LIB-08)', async () => {
    await using service = await bootLibrary();
    await service.deliver(paid(order('o1')));
    await service.deliver(paid(order('o1')));

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

describe('a refund', () => {
  it('closes the item and tells the reader’s pages (LIB-13)', async () => {
    await using service = await bootLibrary();
    await service.deliver(mediaOf('book'));
    await service.deliver(paid(order('o1')));
    await service.deliver(refunded(order('o1')));
    await service.deliver(refunded(order('o1')));

    expect(await hasAccess(service)).toBe(false);
    expect(await shelfOf(service)).toEqual([]);
    expect(await service.said()).toHaveLength(2);
    expect((await announcedOf(service, accessRevoked)).map(({ data }) => data)).toEqual([
      { userId: 'asha', mediaId: 'book', mediaType: 'ebook', format: 'text' },
    ]);
    const { grants } = await service.as(asha, libraryApi).exportMine();
    expect(grants[0]?.revokedAt).toMatch(/^20/);
  });

  it('heard many times at once closes once and is said once (LIB-13)', async () => {
    await using service = await bootLibrary();
    await service.deliver(paid(order('o1', 'book', 'film')));
    await Promise.all(
      Array.from({ length: 8 }, () => service.deliver(refunded(order('o1', 'book', 'film')))),
    );

    expect(await shelfOf(service)).toEqual([]);
    expect(await announcedOf(service, accessRevoked)).toHaveLength(2);
  });

  it('heard before its payment leaves nothing open, in any order of repeats (LIB-13)', async () => {
    await using service = await bootLibrary();
    await service.deliver(refunded(order('o1')));
    await service.deliver(paid(order('o1')));
    await service.deliver(refunded(order('o1')));
    await service.deliver(paid(order('o1')));

    expect(await shelfOf(service)).toEqual([]);
    expect(await announcedOf(service, accessGranted)).toEqual([]);
    expect(await announcedOf(service, accessRevoked)).toEqual([]);
  });

  it('heard at the same time as its payment leaves nothing open', async () => {
    await using service = await bootLibrary();
    const ids = Array.from({ length: 10 }, (_, index) => `o${index}`);
    await Promise.all(
      ids.flatMap((id) => [
        service.deliver(paid(order(id, id))),
        service.deliver(refunded(order(id, id))),
        service.deliver(paid(order(id, id))),
      ]),
    );

    expect(await shelfOf(service)).toEqual([]);
  });

  it('is undone by buying again, and a late repeat of the refund does not close it', async () => {
    await using service = await bootLibrary();
    await service.deliver(paid(order('o1')));
    await service.deliver(refunded(order('o1')));
    await service.deliver(paid(order('o2')));
    await service.deliver(refunded(order('o1')));
    await service.deliver(paid(order('o1')));

    expect(await shelfOf(service)).toHaveLength(1);
    expect(await announcedOf(service, accessGranted)).toHaveLength(2);
    await service.deliver(refunded(order('o2')));
    expect(await shelfOf(service)).toEqual([]);
  });

  it('of one of two orders for the same item leaves the other standing', async () => {
    await using service = await bootLibrary();
    await service.deliver(paid(order('o1')));
    await service.deliver(paid(order('o2')));
    await service.deliver(refunded(order('o1')));
    expect(await shelfOf(service)).toHaveLength(1);
    expect(await announcedOf(service, accessRevoked)).toEqual([]);

    await service.deliver(refunded(order('o2')));
    expect(await shelfOf(service)).toEqual([]);
  });
});

describe('a deleted account', () => {
  it('leaves no shelf and no place in a book, whatever is heard later (LIB-16)', async () => {
    const suffix = freshSuffix();
    await using service = await bootLibrary({ env: { DB_SUFFIX: suffix } });
    await service.deliver(mediaOf('book'));
    await service.deliver(paid(order('o1')));
    await service.as(asha, libraryApi).putProgress({
      params: { mediaId: book },
      body: { format: 'text', page: 2, pages: 9, at: '2026-01-01T00:00:00Z' },
    });
    await service.deliver(anEvent(userDeleted, { data: { userId: asha.userId } }));
    await service.deliver(paid(order('o1')));
    await service.deliver(paid(order('o2')));
    await service.deliver(refunded(order('o3')));

    await expect(shelfOf(service)).rejects.toMatchObject({ status: 401 });
    const answered = (await announcedOf(service, orderGranted)).map(({ data }) => data);
    expect(answered).toContainEqual({ orderId: 'o2', userId: 'asha' });
    await using client = await MongoClient.connect(await testMongo());
    const kept = client.db(`satrangi_library${suffix}`);
    expect(await kept.collection('grants').countDocuments()).toBe(0);
    expect(await kept.collection('positions').countDocuments()).toBe(0);
  });

  it('leaves nothing also when it is deleted in the middle of buying and refunding', async () => {
    const suffix = freshSuffix();
    await using service = await bootLibrary({ env: { DB_SUFFIX: suffix } });
    const readers = Array.from({ length: 12 }, () => testUser());
    await Promise.all(
      readers.flatMap(({ userId }) => {
        const [bought, returned] = [`a-${userId}`, `b-${userId}`].map((orderId) => ({
          ...order(orderId, 'book', 'film'),
          userId,
        }));
        return [
          bought && service.deliver(paid(bought)),
          returned && service.deliver(refunded(returned)),
          service.deliver(anEvent(userDeleted, { data: { userId } })),
        ];
      }),
    );
    await using client = await MongoClient.connect(await testMongo());
    expect(await client.db(`satrangi_library${suffix}`).collection('grants').countDocuments()).toBe(0);
  });

  it('is answered each time identity asks, with one event id, when nothing is left (LIB-16)', async () => {
    const suffix = freshSuffix();
    await using service = await bootLibrary({ env: { DB_SUFFIX: suffix } });
    await service.deliver(mediaOf('book', { file: await stored(service, Buffer.from('%PDF-1.4'), 1) }));
    await service.deliver(paid(order('o1')));
    const admin = service.as(testUser({ userId: 'the-admin', role: 'ADMIN' }), libraryApi);
    await admin.grantManually({
      body: { userId: asha.userId, mediaId: book, mediaType: 'ebook', format: 'text', reason: 'x' },
    });
    const authorization = `Bearer ${tokenOf(asha)}`;
    await (await fetch(`${service.url}/ebooks/book/pdf`, { headers: { authorization } })).bytes();
    await service.deliver(anEvent(userDeleted, { data: { userId: asha.userId } }));
    await service.deliver(anEvent(userDeleted, { data: { userId: asha.userId } }));

    const answers = await announcedOf(service, userForgotten.library);
    expect(answers.map(({ data }) => data)).toEqual([{ userId: 'asha' }, { userId: 'asha' }]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    await using client = await MongoClient.connect(await testMongo());
    const kept = client.db(`satrangi_library${suffix}`);
    for (const name of ['grants', 'copies', 'positions'])
      expect(await kept.collection(name).countDocuments()).toBe(0);
    expect((await admin.listAudit()).map(({ act, userId }) => [act, userId])).toEqual([['grant', null]]);
  });
});

describe('the export of a reader', () => {
  it('is everything the library keeps of them, and of nobody else', async () => {
    await using service = await bootLibrary();
    await service.deliver(mediaOf('book', { file: await stored(service, Buffer.from('%PDF-1.4'), 1) }));
    await service.deliver(paid(order('o1')));
    await service.deliver(paid({ ...order('o2'), userId: bela.userId }));
    const authorization = `Bearer ${tokenOf(asha)}`;
    await (await fetch(`${service.url}/ebooks/book/pdf`, { headers: { authorization } })).bytes();
    const at = '2026-01-01T00:00:00.000Z';
    const body = { format: 'text' as const, page: 1, pages: 9, at };
    await service.as(asha, libraryApi).putProgress({ params: { mediaId: book }, body });
    const answer = await service.as(asha, libraryApi).exportMine();

    expect(answer.grants).toMatchObject([{ mediaId: 'book', orders: ['o1'], given: null, revokedAt: null }]);
    expect(answer.progress).toEqual([{ mediaId: 'book', progress: body }]);
    expect(answer.copies).toMatchObject([{ mediaId: 'book', code: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
    expect(JSON.stringify(answer)).not.toMatch(/bela|o2/);
    const nothing = { grants: [], progress: [], copies: [] };
    expect(await service.as(testUser(), libraryApi).exportMine()).toEqual(nothing);
    await expect(service.as('visitor', libraryApi).exportMine()).rejects.toMatchObject({ status: 401 });
  });
});
