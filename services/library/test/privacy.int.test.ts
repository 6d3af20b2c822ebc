/** Erasure and export of a reader's personal data. */
import { anEvent, freshSuffix, testMongo, testUser, tokenOf } from '@satrangi/chassis/testing';
import {
  databaseName,
  libraryApi,
  orderGranted,
  UserId,
  userDeleted,
  userForgotten,
} from '@satrangi/contracts';
import { MongoClient } from 'mongodb';
import { describe, expect, it, vi } from 'vitest';
import { asha, bela, book, entriesOf, hasAccess, order, publishedEvents } from './access-fixture.ts';
import { bootLibrary, mediaOf, paid, refunded, stored } from './boot-library.ts';

describe('a deleted account', () => {
  it('leaves no grants and no progress, also after late events (LIB-16)', async () => {
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

    await expect(entriesOf(service)).rejects.toMatchObject({ status: 401 });
    const confirmed = (await publishedEvents(service, orderGranted)).map(({ data }) => data);
    expect(confirmed).toContainEqual({ orderId: 'o2', userId: 'asha', isErased: true });
    await using client = await MongoClient.connect(await testMongo());
    const database = client.db(databaseName('library', suffix));
    expect(await database.collection('grants').countDocuments()).toBe(0);
    expect(await database.collection('positions').countDocuments()).toBe(0);
  });

  it('leaves no grants when it is deleted during concurrent purchases and refunds', async () => {
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
    expect(await client.db(databaseName('library', suffix)).collection('grants').countDocuments()).toBe(0);
  });

  it('is confirmed on each delivery, with one event id, after everything is erased (LIB-16)', async () => {
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

    const confirmations = await publishedEvents(service, userForgotten.library);
    expect(confirmations.map(({ data }) => data)).toEqual([{ userId: 'asha' }, { userId: 'asha' }]);
    expect(new Set(confirmations.map(({ id }) => id)).size).toBe(1);
    await using client = await MongoClient.connect(await testMongo());
    const database = client.db(databaseName('library', suffix));
    for (const name of ['grants', 'copies', 'positions', 'saved', 'marks'])
      expect(await database.collection(name).countDocuments()).toBe(0);
    expect((await admin.listAudit()).map(({ act, userId }) => [act, userId])).toEqual([['grant', null]]);
  });

  it.each([
    ['reader', 'revoked', 'asha', 'revoke'],
    ['admin', 'revoked', 'the-admin', 'revoke'],
    ['reader', 'made', 'asha', 'grant'],
    ['admin', 'made', 'the-admin', 'grant'],
  ] as const)(
    'that is the %s of a gift which is %s at that moment leaves no id in gift and audit',
    async (_who, _done, userId, act) => {
      await using service = await bootLibrary();
      await service.deliver(mediaOf('book'));
      const admin = testUser({ userId: 'the-admin', role: 'ADMIN' });
      const other = testUser({ userId: 'another-admin', role: 'ADMIN' });
      const { grantManually, revokeManually } = service.as(admin, libraryApi);
      const body = {
        ...{ userId: asha.userId, mediaId: book, mediaType: 'ebook', format: 'text' as const },
        reason: 'Review copy',
      };
      const given = act === 'revoke' ? await service.as(other, libraryApi).grantManually({ body }) : null;
      const collection = (name: string) => service.internals.store.connection.collection(name);
      const driver = Object.getPrototypeOf(collection('audit'));
      const write = driver.insertOne;
      let isDone = false;
      using _spy = vi.spyOn(driver, 'insertOne').mockImplementation(async function (
        this: unknown,
        ...written: unknown[]
      ) {
        if (!isDone && JSON.stringify(written).includes(`"act":"${act}"`)) {
          isDone = true;
          await service.deliver(anEvent(userDeleted, { data: { userId: UserId.parse(userId) } }));
        }
        return Reflect.apply(write, this, written);
      });

      const call = given ? revokeManually({ params: { id: given._id } }) : grantManually({ body });
      await call.catch(() => undefined);

      expect(isDone).toBe(true);
      for (const name of ['audit', 'grants'])
        expect(JSON.stringify(await collection(name).find({}).toArray())).not.toContain(`"${userId}"`);
    },
  );

  it('of an admin leaves what the admin did, without the id', async () => {
    const suffix = freshSuffix();
    await using service = await bootLibrary({ env: { DB_SUFFIX: suffix } });
    await service.deliver(mediaOf('book'));
    const leaving = testUser({ userId: 'leaving-admin', role: 'ADMIN' });
    const request = { mediaId: book, mediaType: 'ebook', format: 'text', reason: 'x' } as const;
    await service.as(leaving, libraryApi).grantManually({ body: { userId: asha.userId, ...request } });

    await service.deliver(anEvent(userDeleted, { data: { userId: leaving.userId } }));

    const admin = service.as(testUser({ role: 'ADMIN' }), libraryApi);
    expect(await admin.listAudit()).toMatchObject([{ act: 'grant', by: null, userId: asha.userId }]);
    expect(await admin.listManualGrants({ query: {} })).toMatchObject([
      { userId: asha.userId, reason: 'x', grantedBy: null },
    ]);
    expect(await hasAccess(service)).toBe(true);
    await using client = await MongoClient.connect(await testMongo());
    const database = client.db(databaseName('library', suffix));
    for (const name of ['grants', 'audit'])
      expect(JSON.stringify(await database.collection(name).find().toArray())).not.toContain('leaving-admin');
  });
});

describe('the data export', () => {
  it('contains all data of the reader and none of another', async () => {
    await using service = await bootLibrary();
    await service.deliver(mediaOf('book', { file: await stored(service, Buffer.from('%PDF-1.4'), 1) }));
    await service.deliver(paid(order('o1')));
    await service.deliver(paid({ ...order('o2'), userId: bela.userId }));
    const authorization = `Bearer ${tokenOf(asha)}`;
    await (await fetch(`${service.url}/ebooks/book/pdf`, { headers: { authorization } })).bytes();
    const at = '2026-01-01T00:00:00.000Z';
    const body = { format: 'text' as const, page: 1, pages: 9, at };
    await service.as(asha, libraryApi).putProgress({ params: { mediaId: book }, body });
    const exported = await service.as(asha, libraryApi).exportMine();

    expect(exported.grants).toMatchObject([
      { mediaId: 'book', orders: ['o1'], given: null, revokedAt: null },
    ]);
    expect(exported.progress).toEqual([{ mediaId: 'book', progress: body }]);
    expect(exported.copies).toMatchObject([
      { mediaId: 'book', code: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ]);
    expect(JSON.stringify(exported)).not.toMatch(/bela|"o2"/);
    const empty = { grants: [], progress: [], copies: [], saved: [], marks: [] };
    expect(await service.as(testUser(), libraryApi).exportMine()).toEqual(empty);
    await expect(service.as('visitor', libraryApi).exportMine()).rejects.toMatchObject({ status: 401 });
  });
});
