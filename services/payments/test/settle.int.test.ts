/** Payment observations in any order and any number: the final state depends only on their content. */
import { describe, expect, it } from 'vitest';
import { bootPayments } from './boot-payments.ts';
import { providers, start } from './orders-fixture.ts';
import { post, signedWebhook, type WebhookKind } from './webhooks.ts';

const succeeded = 'payments.payment-succeeded.v1';
const failed = 'payments.payment-failed.v1';
const refunded = 'payments.payment-refunded.v1';
const moneyReturned = 'payments.money-returned.v1';
const permutations = <T>(items: readonly T[]): T[][] =>
  items.length <= 1
    ? [[...items]]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));

describe('idempotent settlement', () => {
  it.each(providers)(
    'a %s payment reported 50 times concurrently by webhook and page publishes once, with one receipt (PAY-08, PAY-32)',
    async (provider) => {
      await using fixture = await bootPayments();
      const order = await start(fixture, provider, { email: 'asha@example.org' });
      await order.pay();
      const signed = signedWebhook(provider, 'success', order);

      const responses = await Promise.all(
        Array.from({ length: 50 }, async (_, at) => {
          if (at % 2 === 0) return post(fixture, signed);
          return (await order.confirm()).status;
        }),
      );

      expect(new Set(responses)).toEqual(new Set([200, 'paid']));
      expect(await fixture.announced(succeeded)).toHaveLength(1);
      await fixture.service.runWork();
      await fixture.service.runWork();
      expect(await fixture.mails()).toHaveLength(1);
      expect(await fixture.orders.findOne({ _id: order.orderId })).toMatchObject({ receipt: 'sent' });
    },
  );

  it('an order is republished with the same event id (PAY-23)', async () => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'stripe');
    await post(fixture, signedWebhook('stripe', 'success', order));

    for (let turn = 0; turn < 2; turn += 1) {
      fixture.service.clock.advance(21_000);
      await fixture.service.runJob('sweep-orders');
    }

    const events = await fixture.announced(succeeded);
    expect(events).toHaveLength(3);
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
  });
});

describe('order of arrival', () => {
  it.each(providers)(
    'all 120 webhook orders of a %s order converge (P4, PAY-32)',
    async (provider) => {
      await using fixture = await bootPayments();
      const histories = permutations(['created', 'failed', 'success', 'refund', 'dispute'] as const);
      const ended: { history: string; state: unknown; published: string[] }[] = [];
      const expected: typeof ended = [];

      for (const history of histories) {
        const order = await start(fixture, provider);
        const kept = await fixture.orders.findOneAndDelete({ _id: order.orderId });
        if (!kept) throw new Error('the order was not kept');
        const refused: WebhookKind[] = [];
        const effective: WebhookKind[] = [];
        const deliver = async (kind: WebhookKind): Promise<void> => {
          const status = await post(fixture, signedWebhook(provider, kind, order));
          if (status === 200) effective.push(kind);
          else if (status === 503) refused.push(kind);
          else throw new Error(`answered ${status}`);
        };
        for (const kind of history) {
          if (kind === 'created') await fixture.orders.insertOne(kept);
          else await deliver(kind);
        }
        // Refused webhooks are sent again.
        for (const kind of refused.splice(0)) await deliver(kind);

        const all = await fixture.service.publishedEvents();
        const published = all
          .filter(({ subject }) => subject === `order/${order.orderId}`)
          .map(({ type }) => type);
        ended.push({ history: history.join(), state: await order.state(), published });

        const [first = '', second = ''] = effective.filter((kind) => kind !== 'failed');
        const isGranted = first === 'success';
        const isFailurePublished = effective[0] === 'failed';
        expected.push({
          history: history.join(),
          state: 'refunded',
          published: [
            ...(isFailurePublished ? [failed] : []),
            ...(isGranted && second !== '' ? [succeeded] : []),
            refunded,
            // Refund and dispute report the same returned money: it is counted once.
            ...(isGranted && second !== '' ? [moneyReturned] : []),
          ],
        });
      }

      expect(histories).toHaveLength(120);
      expect(ended).toEqual(expected);
    },
    120_000,
  );

  it.each(providers)('a late failure of a %s order changes nothing (PAY-32)', async (provider) => {
    await using fixture = await bootPayments();
    const order = await start(fixture, provider);
    await post(fixture, signedWebhook(provider, 'success', order));

    const status = await post(fixture, signedWebhook(provider, 'failed', order));

    expect(status).toBe(200);
    expect(await order.state()).toBe('paid');
    expect(await fixture.announced(failed)).toEqual([]);
  });

  it.each(providers)(
    'a failed %s order is published, stays unpaid and can still be paid (PAY-24)',
    async (provider) => {
      await using fixture = await bootPayments();
      const order = await start(fixture, provider);
      await post(fixture, signedWebhook(provider, 'failed', order));
      expect(await order.state()).toBe('failed');

      await order.pay();
      const settled = await order.confirm();

      expect(settled).toMatchObject({ status: 'paid', paid: true });
      expect(await fixture.announced(failed)).toMatchObject([{ data: { reason: 'failed' } }]);
      expect(await fixture.announced(succeeded)).toHaveLength(1);
    },
  );

  it.each(providers)('a partial refund of a %s order revokes nothing', async (provider) => {
    await using fixture = await bootPayments();
    const order = await start(fixture, provider);
    await order.pay();
    await order.confirm();

    const status = await post(
      fixture,
      signedWebhook(provider, 'refund', { ...order, minor: order.minor - 1 }),
    );

    expect(status).toBe(200);
    expect(await order.state()).toBe('paid');
    expect(await fixture.announced(refunded)).toEqual([]);
  });
});
