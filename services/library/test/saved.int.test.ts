/** Titles saved for later (decision 0129). */
import { anEvent, freshSuffix, testMongo, testUser } from '@satrangi/chassis/testing';
import { useFixture } from '@satrangi/chassis/use-fixture';
import { databaseName, libraryApi, MediaId, SAVED_MAX, userDeleted } from '@satrangi/contracts';
import { MongoClient } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { bootLibrary, mediaOf, paid, refunded } from './boot-library.ts';

const suffix = freshSuffix();
const service = useFixture(() => bootLibrary({ env: { DB_SUFFIX: suffix } }));
beforeAll(async () => {
  await service.deliver(mediaOf('book', { priceINR: 149, priceUSD: 3 }));
  await service.deliver(mediaOf('film', { mediaType: 'short-film', formats: ['video'] }));
  await service.deliver(mediaOf('gone', { status: 'withdrawn' }));
});

const id = (name: string) => ({ params: { mediaId: MediaId.parse(name) } });
const newReader = () => {
  const user = testUser();
  return { user, api: service.as(user, libraryApi) };
};
type Api = ReturnType<typeof newReader>['api'];
const titlesOf = async (api: Api): Promise<string[]> =>
  (await api.listSaved()).map(({ mediaId }) => String(mediaId));

describe('saving a title for later', () => {
  it('keeps it with its price, newest first, for this reader only', async () => {
    const { api } = newReader();
    await api.saveForLater(id('book'));
    service.clock.advance(1_000);
    await api.saveForLater(id('film'));

    const list = await api.listSaved();
    expect(list.map(({ mediaId }) => mediaId)).toEqual(['film', 'book']);
    expect(list[1]).toMatchObject({ mediaType: 'ebook', priceINR: 149, priceUSD: 3, media: { _id: 'book' } });
    expect(await titlesOf(newReader().api)).toEqual([]);
  });

  it('twice, also at the same time, is once, with the first time', async () => {
    const { api } = newReader();
    await api.saveForLater(id('book'));
    const [first] = await api.listSaved();
    service.clock.advance(60_000);
    await Promise.all(Array.from({ length: 10 }, () => api.saveForLater(id('book'))));

    expect(await api.listSaved()).toEqual([first]);
  });

  it('and removing it, twice, leaves nothing', async () => {
    const { api } = newReader();
    await api.saveForLater(id('book'));
    await api.removeSaved(id('book'));
    await api.removeSaved(id('book'));

    expect(await titlesOf(api)).toEqual([]);
  });

  it('needs a login and a published title', async () => {
    const { api } = newReader();
    for (const name of ['gone', 'unknown'])
      await expect(api.saveForLater(id(name))).rejects.toMatchObject({ status: 404, code: 'not-found' });
    const visitor = service.as('visitor', libraryApi);
    await expect(visitor.saveForLater(id('book'))).rejects.toMatchObject({ status: 401 });
    await expect(visitor.listSaved()).rejects.toMatchObject({ status: 401 });
    expect(await titlesOf(api)).toEqual([]);
  });
});

describe('the list', () => {
  it('joins what was saved before the login, in its order, without what is unknown or saved', async () => {
    const { api } = newReader();
    await api.saveForLater(id('book'));
    service.clock.advance(1_000);
    const mediaIds = ['film', 'unknown', 'gone', 'book', 'film'].map((name) => MediaId.parse(name));

    const joined = await api.joinSaved({ body: { mediaIds } });

    expect(joined.map(({ mediaId }) => mediaId)).toEqual(['film', 'book']);
    expect(await api.joinSaved({ body: { mediaIds } })).toEqual(joined);
  });

  it('does not show what the reader owns, and shows it again after a refund', async () => {
    const { user, api } = newReader();
    const order = { orderId: `o-${user.userId}`, userId: user.userId, items: [{ mediaId: 'book' }] };
    await api.saveForLater(id('book'));
    await service.deliver(paid(order));
    const owned = await titlesOf(api);
    await service.deliver(refunded(order));

    expect([owned, await titlesOf(api)]).toEqual([[], ['book']]);
  });

  it('is full at its limit, and says so', async () => {
    const { user, api } = newReader();
    const all = Array.from({ length: SAVED_MAX }, (_, n) => `t${n}`);
    await Promise.all(all.map((name) => service.deliver(mediaOf(name))));
    for (let from = 0; from < SAVED_MAX; from += 100)
      await api.joinSaved({
        body: { mediaIds: all.slice(from, from + 100).map((name) => MediaId.parse(name)) },
      });

    await expect(api.saveForLater(id('book'))).rejects.toMatchObject({
      status: 400,
      message: `You can save up to ${SAVED_MAX} titles. Remove one to save another.`,
    });
    await api.saveForLater(id('t0'));
    await api.joinSaved({ body: { mediaIds: [MediaId.parse('book')] } });
    expect(await titlesOf(api)).toHaveLength(SAVED_MAX);
    expect(await titlesOf(api)).not.toContain('book');

    // a bought title and a withdrawn one are not in the list: nobody could remove them from it
    const items = [{ mediaId: 't1' }];
    await service.deliver(paid({ orderId: `full-${user.userId}`, userId: user.userId, items }));
    await service.deliver(mediaOf('t2', { status: 'withdrawn', version: 9 }));
    await api.saveForLater(id('book'));
    await api.joinSaved({ body: { mediaIds: ['film', 't0'].map((name) => MediaId.parse(name)) } });
    expect(await titlesOf(api)).toEqual(expect.arrayContaining(['book', 'film']));
    expect(await titlesOf(api)).toHaveLength(SAVED_MAX);
  });

  it('is in the export, and ends with the account', async () => {
    const { user, api } = newReader();
    await api.saveForLater(id('book'));
    expect((await api.exportMine()).saved).toMatchObject([{ mediaId: 'book' }]);

    await service.deliver(anEvent(userDeleted, { data: { userId: user.userId } }));
    await using client = await MongoClient.connect(await testMongo());
    const database = client.db(databaseName('library', suffix));
    expect(await database.collection('saved').countDocuments({ userId: user.userId })).toBe(0);
  });
});
