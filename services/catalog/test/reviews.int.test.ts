import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anEvent, TEST_INTERNAL_SECRET, testKeys } from '@satrangi/chassis/testing';
import { accessGranted, accessRevoked, MediaId, UserId, userDeleted, userUpdated } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootCatalog, draft, type House, refusal, saidOf, until } from './house.ts';

type Person = { name: string; pronouns: string | null };

/** Identity as catalog sees it: faces by id, and it may be down. It also publishes the keys of the tests. */
const openIdentity = async (people: Record<string, Person>) => {
  const state = { isDown: false, asked: 0, gate: Promise.resolve() };
  const keys = await testKeys();
  const server = createServer(async (request, response) => {
    if (request.url === '/.well-known/jwks.json') {
      response.end(await (await fetch(`${keys.url}${request.url}`)).text());
      return;
    }
    state.asked += 1;
    await state.gate;
    const ids = new URL(request.url ?? '', 'http://identity').searchParams.get('ids')?.split(',') ?? [];
    const isTrusted = request.headers['x-internal-secret'] === TEST_INTERNAL_SECRET;
    response.setHeader('content-type', 'application/json');
    response.statusCode = state.isDown || !isTrusted ? 503 : 200;
    response.end(
      JSON.stringify({ people: ids.flatMap((_id) => (people[_id] ? [{ _id, ...people[_id] }] : [])) }),
    );
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    people,
    state,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const withBook = async (people: Record<string, Person> = { asha: { name: 'Asha', pronouns: 'she/her' } }) => {
  const identity = await openIdentity(people);
  const house = await bootCatalog({ env: { IDENTITY_URL: identity.url } });
  const { _id: id } = await house.editor.createEbook({ body: draft });
  return {
    house,
    identity,
    params: { id },
    list: () => house.visitor.listReviews({ params: { id } }),
    [Symbol.asyncDispose]: async () => {
      await house[Symbol.asyncDispose]();
      await identity[Symbol.asyncDispose]();
    },
  };
};
const renamed = (user: string) =>
  anEvent(userUpdated, { data: { userId: UserId.parse(user), role: 'USER', tokenVersion: 0 } });
const deliverDeleted = (house: House, user: string): Promise<void> =>
  house.service.deliver(anEvent(userDeleted, { data: { userId: UserId.parse(user) } }));

describe('a review', () => {
  it('is shown with the name and pronouns of its reader, and counted (CAT-34, CAT-36)', async () => {
    await using world = await withBook();
    const { house, params } = world;

    const mine = await house.reader('asha').postReview({ params, body: { rating: 4, comment: ' Tender. ' } });

    const answer = await world.list();
    expect(answer).toEqual({ reviews: [mine], average: 4, count: 1, stars: [0, 0, 0, 1, 0] });
    expect(mine).toMatchObject({
      rating: 4,
      comment: 'Tender.',
      user: { _id: 'asha', name: 'Asha', pronouns: 'she/her' },
      verified: false,
    });
    expect(await house.visitor.getEbook({ params })).toMatchObject({ ratingAverage: 4, ratingCount: 1 });
    expect(await saidOf(house, 'reviews-updated')).toContain(params.id);
  });

  it('a second POST edits the first: updatedAt changes, the count does not (CAT-38)', async () => {
    await using world = await withBook();
    const { house, params } = world;
    const first = await house.reader('asha').postReview({ params, body: { rating: 2, comment: 'Hm.' } });
    house.service.clock.advance(1_000);

    const second = await house.reader('asha').postReview({ params, body: { rating: 5, comment: 'Oh!' } });

    expect(second).toMatchObject({ _id: first._id, createdAt: first.createdAt, rating: 5, comment: 'Oh!' });
    expect(second.updatedAt > first.updatedAt).toBe(true);
    expect(await world.list()).toMatchObject({ count: 1, average: 5 });
  });

  it('fifty posts of one reader at once are one review (P40)', async () => {
    await using world = await withBook();
    const { house, params } = world;

    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        house.reader('asha').postReview({ params, body: { rating: (n % 5) + 1, comment: `Try ${n}` } }),
      ),
    );

    const { reviews, count } = await world.list();
    expect(count).toBe(1);
    expect(await house.visitor.getEbook({ params })).toMatchObject({
      ratingCount: 1,
      ratingAverage: reviews[0]?.rating,
    });
  });

  it('the rating of the item is right after thirty readers write and half of them take it back', async () => {
    await using world = await withBook({});
    const { house, params } = world;
    const readers = Array.from({ length: 30 }, (_, n) => ({ n, client: house.reader(`reader${n}`) }));

    await Promise.all(
      readers.map(async ({ n, client }) => {
        await client.postReview({ params, body: { rating: n % 2 === 0 ? 5 : 2, comment: 'x' } });
        if (n % 2 === 1) await client.deleteReview({ params });
      }),
    );

    expect(await world.list()).toMatchObject({ count: 15, average: 5, stars: [0, 0, 0, 0, 15] });
    expect(await house.visitor.getEbook({ params })).toMatchObject({ ratingCount: 15, ratingAverage: 5 });
  });

  it.each([
    [{ rating: 0, comment: 'x' }, 'Rating must be 1 to 5'],
    [{ rating: 6, comment: 'x' }, 'Rating must be 1 to 5'],
    [{ rating: 4.5, comment: 'x' }, 'Rating must be 1 to 5'],
    [{ rating: 4, comment: '  ' }, 'Comment required'],
    [{ rating: 4, comment: 'x'.repeat(501) }, 'Comment can have at most 500 characters'],
  ])('%j is refused (CAT-37)', async (body, message) => {
    await using world = await withBook();

    const answer = await refusal(world.house.reader('asha').postReview({ params: world.params, body }));

    expect(answer).toEqual({ status: 400, message });
  });

  it('of 500 characters is accepted, without login it is not (CAT-35, CAT-37)', async () => {
    await using world = await withBook();
    const { house, params } = world;
    const body = { rating: 4, comment: 'x'.repeat(500) };

    expect((await house.reader('asha').postReview({ params, body })).comment).toHaveLength(500);
    expect((await refusal(house.visitor.postReview({ params, body }))).status).toBe(401);
    expect((await refusal(house.visitor.deleteReview({ params }))).status).toBe(401);
  });

  it('only the own one is deleted; none found is 404 (CAT-39)', async () => {
    await using world = await withBook();
    const { house, params } = world;
    await house.reader('asha').postReview({ params, body: { rating: 4, comment: 'x' } });

    expect((await refusal(house.reader('ravi').deleteReview({ params }))).status).toBe(404);
    expect((await world.list()).count).toBe(1);
    await house.reader('asha').deleteReview({ params });

    expect(await world.list()).toEqual({ reviews: [], average: 0, count: 0, stars: [0, 0, 0, 0, 0] });
    expect(await house.visitor.getEbook({ params })).toMatchObject({ ratingCount: 0, ratingAverage: null });
    expect((await refusal(house.reader('asha').deleteReview({ params }))).status).toBe(404);
  });

  it('of an unknown or withdrawn eBook is 404 (CAT-42)', async () => {
    await using world = await withBook();
    const { house } = world;
    const params = { id: 'unknown' };

    const body = { rating: 4, comment: 'x' };
    expect((await refusal(house.reader('asha').postReview({ params, body }))).status).toBe(404);
    expect((await refusal(house.visitor.listReviews({ params }))).status).toBe(404);
  });
});

describe('the reader beside a review', () => {
  it("is 'A reader' while identity is silent, and named by the job once it speaks", async () => {
    await using world = await withBook();
    const { house, identity, params } = world;
    identity.state.isDown = true;

    const mine = await house.reader('asha').postReview({ params, body: { rating: 4, comment: 'x' } });
    identity.state.isDown = false;
    await house.service.runJob('refresh-reviewers');

    expect(mine.user).toEqual({ _id: 'asha', name: 'A reader', pronouns: null });
    expect((await world.list()).reviews[0]?.user).toEqual({ _id: 'asha', name: 'Asha', pronouns: 'she/her' });
  });

  it('carries a changed name from now on, and the old one is nowhere (IDN-44)', async () => {
    await using world = await withBook();
    const { house, identity, params } = world;
    await house.reader('asha').postReview({ params, body: { rating: 4, comment: 'x' } });
    const before = (await saidOf(house, 'reviews-updated')).length;

    identity.people.asha = { name: 'Ash', pronouns: 'they/them' };
    await house.service.deliver(renamed('asha'));

    expect(JSON.stringify(await world.list())).not.toMatch(/"Asha"|she\/her/);
    expect((await world.list()).reviews[0]?.user).toEqual({
      _id: 'asha',
      name: 'Ash',
      pronouns: 'they/them',
    });
    expect((await saidOf(house, 'reviews-updated')).length).toBe(before + 1);
  });

  it('is asked for only when they wrote something here', async () => {
    await using world = await withBook({ ravi: { name: 'Ravi', pronouns: null } });
    const { house, identity } = world;

    await house.service.deliver(renamed('ravi'));

    expect(identity.state.asked).toBe(0);
  });

  it('is verified when they own the book, whichever comes first, and not after a refund (CAT-52)', async () => {
    await using world = await withBook({});
    const { house, params } = world;
    const owned = (user: string) =>
      anEvent(accessGranted, {
        data: {
          userId: UserId.parse(user),
          mediaId: MediaId.parse(params.id),
          mediaType: 'ebook',
          format: 'text',
        },
      });
    const body = { rating: 4, comment: 'x' };

    await house.service.deliver(owned('asha'));
    const first = await house.reader('asha').postReview({ params, body });
    const second = await house.reader('ravi').postReview({ params, body });
    await house.service.deliver(owned('ravi'));

    expect([first.verified, second.verified]).toEqual([true, false]);
    expect((await world.list()).reviews.map(({ verified }) => verified)).toEqual([true, true]);
    const revoked = anEvent(accessRevoked, { data: owned('ravi').data, time: new Date(Date.now() + 1_000) });
    await house.service.deliver(revoked);
    const shown = async () =>
      Object.fromEntries((await world.list()).reviews.map(({ user, verified }) => [user._id, verified]));
    expect(await shown()).toEqual({ asha: true, ravi: false });
    await house.service.deliver(owned('ravi'));
    expect(await shown()).toEqual({ asha: true, ravi: false });
  });
});

it('an account that is gone takes its reviews and its name along, and the rating follows (IDN-40)', async () => {
  await using world = await withBook({
    asha: { name: 'Asha', pronouns: null },
    ravi: { name: 'Ravi', pronouns: null },
  });
  const { house, params } = world;
  await house.reader('asha').postReview({ params, body: { rating: 1, comment: 'Mine.' } });
  await house.reader('ravi').postReview({ params, body: { rating: 5, comment: 'His.' } });

  await deliverDeleted(house, 'asha');
  await deliverDeleted(house, 'asha');

  expect(await world.list()).toMatchObject({ count: 1, average: 5, reviews: [{ user: { name: 'Ravi' } }] });
  expect(await house.visitor.getEbook({ params })).toMatchObject({ ratingCount: 1, ratingAverage: 5 });
  expect(
    (await refusal(house.reader('asha').postReview({ params, body: { rating: 1, comment: 'Back.' } })))
      .status,
  ).toBe(401);
  expect((await world.list()).count).toBe(1);
});

it('an account that goes while it writes leaves nothing behind', async () => {
  await using world = await withBook();
  const { house, identity, params } = world;
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  identity.state.gate = gate;

  const posting = refusal(house.reader('asha').postReview({ params, body: { rating: 5, comment: 'Here.' } }));
  await until(
    async () => identity.state.asked,
    (asked) => asked === 1,
  );
  await deliverDeleted(house, 'asha');
  openGate();

  expect(await posting).toEqual({ status: 401, message: 'Invalid token' });
  expect(await world.list()).toMatchObject({ reviews: [], count: 0 });
  expect(await house.visitor.getEbook({ params })).toMatchObject({ ratingCount: 0, ratingAverage: null });
});
