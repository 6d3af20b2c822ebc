/** What stays of a reader who leaves, which is nothing, and what they take along. */
import { anEvent, freshSuffix, testMongo, testUser, tokenOf } from '@satrangi/chassis/testing';
import { libraryApi, orderGranted, userDeleted, userForgotten } from '@satrangi/contracts';
import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { bootLibrary, mediaOf, paid, refunded, stored } from './boot-library.ts';
import { announcedOf, asha, bela, book, order, shelfOf } from './shelves.ts';

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
