import { testUser } from '@satrangi/chassis/testing';
import { ApiError } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { openedBy, openWorld, type World } from './world.ts';

const countries = ['IN', 'US'] as const;
const body = (country: string) => ({ items: [{ media: 'm1' }], country });
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

const creations = (world: World): number =>
  world.toldProviders.filter((line) => /^POST \S*(payment_intents|orders) /.test(line)).length;

/** As if the process had died between keeping the order and hearing from the provider. */
const orphan = async (world: World, orderId: string): Promise<void> => {
  await world.orders.updateOne(
    { _id: orderId },
    { $set: { starting: 'a process that is gone', secret: null, reference: null } },
  );
};

describe('Pay pressed twice', () => {
  it.each(countries)(
    '20 times at once with one key makes one order in %s, and asks the provider once',
    async (country) => {
      await using world = await openWorld();

      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          world.api.createPayment({ body: body(country) }, withKey('press-1')),
        ),
      );

      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(await world.ledger()).toHaveLength(1);
      expect(creations(world)).toBe(1);
      expect(await world.api.listMyOrders()).toHaveLength(1);
    },
  );

  it('makes one order for each of many buyers', async () => {
    await using world = await openWorld();
    const buyers = Array.from({ length: 20 }, () => world.as(testUser()));

    const ids = await Promise.all(
      buyers.flatMap((api, at) =>
        Array.from({ length: 10 }, async () => {
          const country = at % 2 === 0 ? 'IN' : 'US';
          return (await api.createPayment({ body: body(country) }, withKey('the-same-word-for-all'))).orderId;
        }),
      ),
    );

    expect(new Set(ids).size).toBe(20);
    expect(await world.ledger()).toHaveLength(20);
    expect(creations(world)).toBe(20);
  });

  it('without a key, the same person with the same items goes on with the order that is still open', async () => {
    await using world = await openWorld();
    world.service.clock.set(new Date('2026-11-20T10:00:10Z'));

    const [first, second] = [
      await world.api.createPayment({ body: body('IN') }),
      await world.api.createPayment({ body: { ...body('IN'), email: 'asha@example.org' } }),
    ];
    world.service.clock.advance(60_000);
    const later = await world.api.createPayment({ body: body('IN') });

    expect([second, later]).toEqual([first, first]);
  });

  it('the same key with another request is refused, and answers the first for ever', async () => {
    await using world = await openWorld();
    const first = await world.api.createPayment({ body: body('US') }, withKey('k'));

    const other = world.api.createPayment({ body: { ...body('US'), name: 'Somebody' } }, withKey('k'));
    await expect(other).rejects.toMatchObject({ status: 422, code: 'idempotency-mismatch' });
    await world.pay.stripe(openedBy(first).secret);
    await world.api.confirmStripe({ body: { paymentIntentId: openedBy(first).reference } });
    world.service.clock.advance(25 * 3_600_000);

    expect(await world.api.createPayment({ body: body('US') }, withKey('k'))).toEqual(first);
  });

  it.each(['', 'x'.repeat(256), 'with space'])('a key like %j is refused', async (key) => {
    await using world = await openWorld();

    const attempt = world.api.createPayment({ body: body('IN') }, withKey(key));

    await expect(attempt).rejects.toMatchObject({ status: 400, code: 'validation-failed' });
  });
});

describe('a start that was interrupted', () => {
  it.each(countries)(
    'goes on with the same order and payment in %s when its process died',
    async (country) => {
      await using world = await openWorld();
      const first = await world.api.createPayment({ body: body(country) }, withKey('k'));
      await orphan(world, first.orderId);

      const again = await world.api.createPayment({ body: body(country) }, withKey('k'));

      expect(again).toEqual(first);
      expect(await world.ledger()).toHaveLength(1);
    },
  );

  it.each(countries)(
    'goes on in %s when the provider did its work but its answer was lost',
    async (country) => {
      await using world = await openWorld();
      const target = country === 'IN' ? 'cashfree.orders.create' : 'stripe.payment_intents.create';
      await world.knob({ target, status: 500, after: true, times: 1 });

      const started = await world.api.createPayment({ body: body(country) }, withKey('k'));

      expect(openedBy(started).secret).not.toBe('');
      expect(await world.ledger()).toHaveLength(1);
    },
  );

  it.each([
    ['IN', 'cashfree'],
    ['US', 'stripe'],
  ])(
    'is a calm 502 in %s when %s is down, and the next press goes on with the same order',
    async (country, provider) => {
      await using world = await openWorld();
      await world.knob({ target: `${provider}.*`, status: 400 });

      const attempt = await world.api
        .createPayment({ body: body(country) }, withKey('k'))
        .catch((e: unknown) => e);
      await world.calm();
      const again = await world.api.createPayment({ body: body(country) }, withKey('k'));

      if (!(attempt instanceof ApiError)) throw new Error('it was not refused');
      expect(attempt.problem).toMatchObject({
        status: 502,
        code: 'provider-failed',
        error: 'Payment initiation failed.',
        data: { provider },
      });
      expect(await world.api.listMyOrders()).toMatchObject([{ orderId: again.orderId, status: 'pending' }]);
      expect(await world.ledger()).toHaveLength(1);
    },
  );

  it('is said to be still running while the provider takes long, and answered when it is done', async () => {
    await using world = await openWorld();
    await world.knob({ target: 'cashfree.orders.create', hang: 6_500, times: 1 });

    const slow = world.api.createPayment({ body: body('IN') }, withKey('k'));
    await expect.poll(() => creations(world)).toBe(1);
    const impatient = world.api.createPayment({ body: body('IN') }, withKey('k'));

    await expect(impatient).rejects.toMatchObject({ status: 409, code: 'still-running' });
    const started = await slow;
    expect(await world.api.createPayment({ body: body('IN') }, withKey('k'))).toEqual(started);
    expect(creations(world)).toBe(1);
  });
});
