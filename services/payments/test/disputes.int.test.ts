/** Money that a buyer's bank takes back, or tries to. */
import { describe, expect, it } from 'vitest';
import { admin, buy, type Rail, rails } from './buying.ts';
import { post, signedFact } from './webhooks.ts';
import { openWorld, type World } from './world.ts';

const refunded = 'payments.payment-refunded.v1';

describe('a dispute', () => {
  const told = async (world: World, rail: Rail) => {
    const order = await buy(world, rail);
    const dispute = (outcome: string, webhook = 'send') =>
      world.bank.dispute({ ...order.named, outcome, webhook });
    const seen = async () => (await world.as(admin).listOrders())[0];
    return { ...order, dispute, seen };
  };

  it.each(rails)(
    'of a %s order is shown to admins while it is open, and takes nothing away when it is won',
    async (rail) => {
      await using world = await openWorld();
      const { dispute, seen } = await told(world, rail);

      await dispute('open');
      await expect.poll(async () => (await seen())?.dispute?.state).toBe('open');
      await dispute('won');
      await expect.poll(async () => (await seen())?.dispute?.state).toBe('won');

      expect(await seen()).toMatchObject({ paymentStatus: 'paid' });
      expect(await world.announced(refunded)).toEqual([]);
      expect((await world.service.said()).map(({ audience }) => audience.to)).toContain('admins');
    },
  );

  it.each(rails)('that is lost takes back what the %s order granted, once (P10)', async (rail) => {
    await using world = await openWorld();
    const { dispute, seen } = await told(world, rail);

    await dispute('open');
    await dispute('lost', 'duplicate');
    await expect.poll(async () => (await seen())?.paymentStatus).toBe('refunded');

    expect(await seen()).toMatchObject({ dispute: { state: 'lost' } });
    expect(await world.announced(refunded)).toHaveLength(1);
  });

  it.each(rails)(
    'whose end is told late is asked about at %s: stale words alone do nothing (S13)',
    async (rail) => {
      await using world = await openWorld();
      const order = await told(world, rail);
      const lateOf = (about: object) =>
        signedFact(rail, 'dispute', { ...order, ...about }, new Date(Date.now() - 3_600_000));

      expect(await post(world, lateOf({}))).toBe(200);
      expect((await order.seen())?.paymentStatus).toBe('paid');
      await order.dispute('lost', 'skip');
      expect(await post(world, lateOf({}))).toBe(200);

      expect(await order.seen()).toMatchObject({ paymentStatus: 'refunded', dispute: { state: 'lost' } });
      expect(await world.announced(refunded)).toHaveLength(1);
    },
  );

  it.each(rails)('whose end is never told is found by the sweeper (%s)', async (rail) => {
    await using world = await openWorld();
    const { dispute, seen } = await told(world, rail);
    await dispute('open');
    await expect.poll(async () => (await seen())?.dispute?.state).toBe('open');

    await dispute('lost', 'skip');
    world.service.clock.advance(12 * 3_600_000);
    await world.service.runJob('follow-refunds');

    expect(await seen()).toMatchObject({ paymentStatus: 'refunded', dispute: { state: 'lost' } });
  });
});
