/** What is heard of a payment, in any order, any number of times: it ends where its facts say. */
import { describe, expect, it } from 'vitest';
import { rails, start } from './buying.ts';
import { type Fact, post, signedFact } from './webhooks.ts';
import { openWorld } from './world.ts';

const succeeded = 'payments.payment-succeeded.v1';
const failed = 'payments.payment-failed.v1';
const refunded = 'payments.payment-refunded.v1';
const moneyReturned = 'payments.money-returned.v1';
const permutations = <T>(items: readonly T[]): T[][] =>
  items.length <= 1
    ? [[...items]]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));

describe('many voices, one effect', () => {
  it.each(rails)(
    'a %s payment told 50 times by webhook and page at once grants once, with one receipt (PAY-08, PAY-32)',
    async (provider) => {
      await using world = await openWorld();
      const order = await start(world, provider, { email: 'asha@example.org' });
      await order.pay();
      const signed = signedFact(provider, 'success', order);

      const told = await Promise.all(
        Array.from({ length: 50 }, async (_, at) => {
          if (at % 2 === 0) return post(world, signed);
          return (await order.confirm()).status;
        }),
      );

      expect(new Set(told)).toEqual(new Set([200, 'paid']));
      expect(await world.announced(succeeded)).toHaveLength(1);
      await world.service.runWork();
      await world.service.runWork();
      expect(await world.mails()).toHaveLength(1);
      expect(await world.orders.findOne({ _id: order.orderId })).toMatchObject({ receipt: 'sent' });
    },
  );

  it('the same event id is used whenever an order is announced again (PAY-23)', async () => {
    await using world = await openWorld();
    const order = await start(world, 'stripe');
    await post(world, signedFact('stripe', 'success', order));

    for (let turn = 0; turn < 2; turn += 1) {
      world.service.clock.advance(21_000);
      await world.service.runJob('sweep-orders');
    }

    const events = await world.announced(succeeded);
    expect(events).toHaveLength(3);
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
  });
});

describe('order of arrival', () => {
  it.each(rails)(
    'all 120 histories of a %s order end where its facts say (P4, PAY-32)',
    async (provider) => {
      await using world = await openWorld();
      const facts = permutations(['created', 'failed', 'success', 'refund', 'dispute'] as const);
      const ended: { history: string; state: unknown; told: string[] }[] = [];
      const expected: typeof ended = [];

      for (const history of facts) {
        const order = await start(world, provider);
        const kept = await world.orders.findOneAndDelete({ _id: order.orderId });
        if (!kept) throw new Error('the order was not kept');
        const refused: Fact[] = [];
        const effective: Fact[] = [];
        const tell = async (fact: Fact): Promise<void> => {
          const status = await post(world, signedFact(provider, fact, order));
          if (status === 200) effective.push(fact);
          else if (status === 503) refused.push(fact);
          else throw new Error(`answered ${status}`);
        };
        for (const fact of history) {
          if (fact === 'created') await world.orders.insertOne(kept);
          else await tell(fact);
        }
        // What was not taken is sent again.
        for (const fact of refused.splice(0)) await tell(fact);

        const all = await world.service.announced();
        const told = all
          .filter(({ subject }) => subject === `order/${order.orderId}`)
          .map(({ type }) => type);
        ended.push({ history: history.join(), state: await order.state(), told });

        const [first = '', second = ''] = effective.filter((fact) => fact !== 'failed');
        const isGranted = first === 'success';
        const isFailureTold = effective[0] === 'failed';
        expected.push({
          history: history.join(),
          state: 'refunded',
          told: [
            ...(isFailureTold ? [failed] : []),
            ...(isGranted && second !== '' ? [succeeded] : []),
            refunded,
            // The refund and the dispute say that the same money is back: it is counted once.
            ...(isGranted && second !== '' ? [moneyReturned] : []),
          ],
        });
      }

      expect(facts).toHaveLength(120);
      expect(ended).toEqual(expected);
    },
    120_000,
  );

  it.each(rails)('a late failure of a %s order changes nothing (PAY-32)', async (provider) => {
    await using world = await openWorld();
    const order = await start(world, provider);
    await post(world, signedFact(provider, 'success', order));

    const status = await post(world, signedFact(provider, 'failed', order));

    expect(status).toBe(200);
    expect(await order.state()).toBe('paid');
    expect(await world.announced(failed)).toEqual([]);
  });

  it.each(rails)(
    'a failed %s order is told, stays unpaid and can still be paid (PAY-24)',
    async (provider) => {
      await using world = await openWorld();
      const order = await start(world, provider);
      await post(world, signedFact(provider, 'failed', order));
      expect(await order.state()).toBe('failed');

      await order.pay();
      const settled = await order.confirm();

      expect(settled).toMatchObject({ status: 'paid', paid: true });
      expect(await world.announced(failed)).toMatchObject([{ data: { reason: 'failed' } }]);
      expect(await world.announced(succeeded)).toHaveLength(1);
    },
  );

  it.each(rails)('a part of the money of a %s order going back takes nothing away', async (provider) => {
    await using world = await openWorld();
    const order = await start(world, provider);
    await order.pay();
    await order.confirm();

    const status = await post(world, signedFact(provider, 'refund', { ...order, minor: order.minor - 1 }));

    expect(status).toBe(200);
    expect(await order.state()).toBe('paid');
    expect(await world.announced(refunded)).toEqual([]);
  });
});
