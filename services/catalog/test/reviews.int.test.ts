import { anEvent, startTestServer, TEST_INTERNAL_SECRET, testKeys } from '@satrangi/chassis/testing';
import { accessGranted, accessRevoked, MediaId, UserId, userDeleted, userUpdated } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootCatalog, type CatalogFixture, draft, liveIdsOf, refusal, until } from './boot-catalog.ts';

type Person = { name: string; pronouns: string | null };

/** A fake identity endpoint: profiles by id, with an outage switch. It also publishes the JWKS of the tests. */
const openIdentity = async (people: Record<string, Person>) => {
  const state = { isDown: false, requests: 0, gate: Promise.resolve() };
  const keys = await testKeys();
  const server = await startTestServer(async (request, response) => {
    if (request.url === '/.well-known/jwks.json') {
      response.end(await (await fetch(`${keys.url}${request.url}`)).text());
      return;
    }
    state.requests += 1;
    await state.gate;
    const ids = new URL(request.url ?? '', 'http://identity').searchParams.get('ids')?.split(',') ?? [];
    const isTrusted = request.headers['x-internal-secret'] === TEST_INTERNAL_SECRET;
    response.setHeader('content-type', 'application/json');
    response.statusCode = state.isDown || !isTrusted ? 503 : 200;
    response.end(
      JSON.stringify({ people: ids.flatMap((_id) => (people[_id] ? [{ _id, ...people[_id] }] : [])) }),
    );
  });
  return {
    people,
    state,
    ...server,
  };
};

const bootWithBook = async (
  people: Record<string, Person> = { asha: { name: 'Asha', pronouns: 'she/her' } },
) => {
  const identity = await openIdentity(people);
  const fixture = await bootCatalog({ env: { IDENTITY_URL: identity.url } });
  const { _id: id } = await fixture.editor.createEbook({ body: draft });
  return {
    fixture,
    identity,
    params: { id },
    list: () => fixture.visitor.listReviews({ params: { id } }),
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      await identity[Symbol.asyncDispose]();
    },
  };
};
const renamed = (user: string) =>
  anEvent(userUpdated, { data: { userId: UserId.parse(user), role: 'USER', tokenVersion: 0 } });
const deliverDeleted = (fixture: CatalogFixture, user: string): Promise<void> =>
  fixture.service.deliver(anEvent(userDeleted, { data: { userId: UserId.parse(user) } }));

describe('a review', () => {
  it('has the name and pronouns of its reader, and counts (CAT-34, CAT-36)', async () => {
    await using setup = await bootWithBook();
    const { fixture, params } = setup;

    const mine = await fixture
      .reader('asha')
      .postReview({ params, body: { rating: 4, comment: ' Tender. ' } });

    const answer = await setup.list();
    expect(answer).toEqual({ reviews: [mine], average: 4, count: 1, stars: [0, 0, 0, 1, 0] });
    expect(mine).toMatchObject({
      rating: 4,
      comment: 'Tender.',
      user: { _id: 'asha', name: 'Asha', pronouns: 'she/her' },
      verified: false,
    });
    expect(await fixture.visitor.getEbook({ params })).toMatchObject({ ratingAverage: 4, ratingCount: 1 });
    expect(await liveIdsOf(fixture, 'reviews-updated')).toContain(params.id);
  });

  it('is updated by a second POST: updatedAt changes, the count does not (CAT-38)', async () => {
    await using setup = await bootWithBook();
    const { fixture, params } = setup;
    const first = await fixture.reader('asha').postReview({ params, body: { rating: 2, comment: 'Hm.' } });
    fixture.service.clock.advance(1_000);

    const second = await fixture.reader('asha').postReview({ params, body: { rating: 5, comment: 'Oh!' } });

    expect(second).toMatchObject({ _id: first._id, createdAt: first.createdAt, rating: 5, comment: 'Oh!' });
    expect(second.updatedAt > first.updatedAt).toBe(true);
    expect(await setup.list()).toMatchObject({ count: 1, average: 5 });
  });

  it('is one review after fifty concurrent posts of one reader (P40)', async () => {
    await using setup = await bootWithBook();
    const { fixture, params } = setup;

    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        fixture.reader('asha').postReview({ params, body: { rating: (n % 5) + 1, comment: `Try ${n}` } }),
      ),
    );

    const { reviews, count } = await setup.list();
    expect(count).toBe(1);
    expect(await fixture.visitor.getEbook({ params })).toMatchObject({
      ratingCount: 1,
      ratingAverage: reviews[0]?.rating,
    });
  });

  it('counts correctly after thirty readers write and half of them delete', async () => {
    await using setup = await bootWithBook({});
    const { fixture, params } = setup;
    const readers = Array.from({ length: 30 }, (_, n) => ({ n, client: fixture.reader(`reader${n}`) }));

    await Promise.all(
      readers.map(async ({ n, client }) => {
        await client.postReview({ params, body: { rating: n % 2 === 0 ? 5 : 2, comment: 'x' } });
        if (n % 2 === 1) await client.deleteReview({ params });
      }),
    );

    expect(await setup.list()).toMatchObject({ count: 15, average: 5, stars: [0, 0, 0, 0, 15] });
    expect(await fixture.visitor.getEbook({ params })).toMatchObject({ ratingCount: 15, ratingAverage: 5 });
  });

  it.each([
    [{ rating: 0, comment: 'x' }, 'Rating must be 1 to 5'],
    [{ rating: 6, comment: 'x' }, 'Rating must be 1 to 5'],
    [{ rating: 4.5, comment: 'x' }, 'Rating must be 1 to 5'],
    [{ rating: 4, comment: '  ' }, 'Comment required'],
    [{ rating: 4, comment: 'x'.repeat(501) }, 'Comment can have at most 500 characters'],
  ])('%j is refused (CAT-37)', async (body, message) => {
    await using setup = await bootWithBook();

    const answer = await refusal(setup.fixture.reader('asha').postReview({ params: setup.params, body }));

    expect(answer).toMatchObject({ status: 400, message });
  });

  it('of 500 characters is accepted, and refused without a login (CAT-35, CAT-37)', async () => {
    await using setup = await bootWithBook();
    const { fixture, params } = setup;
    const body = { rating: 4, comment: 'x'.repeat(500) };

    expect((await fixture.reader('asha').postReview({ params, body })).comment).toHaveLength(500);
    expect((await refusal(fixture.visitor.postReview({ params, body }))).status).toBe(401);
    expect((await refusal(fixture.visitor.deleteReview({ params }))).status).toBe(401);
  });

  it('is deleted by its reader only; a missing one answers 404 (CAT-39)', async () => {
    await using setup = await bootWithBook();
    const { fixture, params } = setup;
    await fixture.reader('asha').postReview({ params, body: { rating: 4, comment: 'x' } });

    expect((await refusal(fixture.reader('ravi').deleteReview({ params }))).status).toBe(404);
    expect((await setup.list()).count).toBe(1);
    await fixture.reader('asha').deleteReview({ params });

    expect(await setup.list()).toEqual({ reviews: [], average: 0, count: 0, stars: [0, 0, 0, 0, 0] });
    expect(await fixture.visitor.getEbook({ params })).toMatchObject({ ratingCount: 0, ratingAverage: null });
    expect((await refusal(fixture.reader('asha').deleteReview({ params }))).status).toBe(404);
  });

  it('of an unknown eBook answers 404 (CAT-42)', async () => {
    await using setup = await bootWithBook();
    const { fixture } = setup;
    const params = { id: 'unknown' };

    const body = { rating: 4, comment: 'x' };
    expect((await refusal(fixture.reader('asha').postReview({ params, body }))).status).toBe(404);
    expect((await refusal(fixture.visitor.listReviews({ params }))).status).toBe(404);
  });
});

describe('the reviewer', () => {
  it("is 'A reader' while identity is down, and gets the name by the refresh job", async () => {
    await using setup = await bootWithBook();
    const { fixture, identity, params } = setup;
    identity.state.isDown = true;

    const mine = await fixture.reader('asha').postReview({ params, body: { rating: 4, comment: 'x' } });
    identity.state.isDown = false;
    await fixture.service.runJob('refresh-reviewers');

    expect(mine.user).toEqual({ _id: 'asha', name: 'A reader', pronouns: null });
    expect((await setup.list()).reviews[0]?.user).toEqual({ _id: 'asha', name: 'Asha', pronouns: 'she/her' });
  });

  it('has a changed name after user-updated, and the old one is removed (IDN-44)', async () => {
    await using setup = await bootWithBook();
    const { fixture, identity, params } = setup;
    await fixture.reader('asha').postReview({ params, body: { rating: 4, comment: 'x' } });
    const before = (await liveIdsOf(fixture, 'reviews-updated')).length;

    identity.people.asha = { name: 'Ash', pronouns: 'they/them' };
    await fixture.service.deliver(renamed('asha'));

    expect(JSON.stringify(await setup.list())).not.toMatch(/"Asha"|she\/her/);
    expect((await setup.list()).reviews[0]?.user).toEqual({
      _id: 'asha',
      name: 'Ash',
      pronouns: 'they/them',
    });
    expect((await liveIdsOf(fixture, 'reviews-updated')).length).toBe(before + 1);
  });

  it('is not fetched when they wrote no review', async () => {
    await using setup = await bootWithBook({ ravi: { name: 'Ravi', pronouns: null } });
    const { fixture, identity } = setup;

    await fixture.service.deliver(renamed('ravi'));

    expect(identity.state.requests).toBe(0);
  });

  it('is verified when they own the book, in any order of events, and not after a refund (CAT-52)', async () => {
    await using setup = await bootWithBook({});
    const { fixture, params } = setup;
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

    await fixture.service.deliver(owned('asha'));
    const first = await fixture.reader('asha').postReview({ params, body });
    const second = await fixture.reader('ravi').postReview({ params, body });
    await fixture.service.deliver(owned('ravi'));

    expect([first.verified, second.verified]).toEqual([true, false]);
    expect((await setup.list()).reviews.map(({ verified }) => verified)).toEqual([true, true]);
    const revoked = anEvent(accessRevoked, { data: owned('ravi').data, time: new Date(Date.now() + 1_000) });
    await fixture.service.deliver(revoked);
    const shown = async () =>
      Object.fromEntries((await setup.list()).reviews.map(({ user, verified }) => [user._id, verified]));
    expect(await shown()).toEqual({ asha: true, ravi: false });
    await fixture.service.deliver(owned('ravi'));
    expect(await shown()).toEqual({ asha: true, ravi: false });
  });
});

it('a deleted account loses its reviews and its name, and the rating is updated (IDN-40)', async () => {
  await using setup = await bootWithBook({
    asha: { name: 'Asha', pronouns: null },
    ravi: { name: 'Ravi', pronouns: null },
  });
  const { fixture, params } = setup;
  await fixture.reader('asha').postReview({ params, body: { rating: 1, comment: 'Mine.' } });
  await fixture.reader('ravi').postReview({ params, body: { rating: 5, comment: 'His.' } });

  await deliverDeleted(fixture, 'asha');
  await deliverDeleted(fixture, 'asha');

  expect(await setup.list()).toMatchObject({ count: 1, average: 5, reviews: [{ user: { name: 'Ravi' } }] });
  expect(await fixture.visitor.getEbook({ params })).toMatchObject({ ratingCount: 1, ratingAverage: 5 });
  expect(
    (await refusal(fixture.reader('asha').postReview({ params, body: { rating: 1, comment: 'Back.' } })))
      .status,
  ).toBe(401);
  expect((await setup.list()).count).toBe(1);
});

it('an account deleted during a review request leaves nothing', async () => {
  await using setup = await bootWithBook();
  const { fixture, identity, params } = setup;
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  identity.state.gate = gate;

  const posting = refusal(
    fixture.reader('asha').postReview({ params, body: { rating: 5, comment: 'Here.' } }),
  );
  await until(
    async () => identity.state.requests,
    (requests) => requests === 1,
  );
  await deliverDeleted(fixture, 'asha');
  openGate();

  expect(await posting).toMatchObject({ status: 401, message: 'Invalid token' });
  expect(await setup.list()).toMatchObject({ reviews: [], count: 0 });
  expect(await fixture.visitor.getEbook({ params })).toMatchObject({ ratingCount: 0, ratingAverage: null });
});
