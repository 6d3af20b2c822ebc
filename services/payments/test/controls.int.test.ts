import { randomUUID } from 'node:crypto';
import { testUser } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { media, type PaymentsFixture } from './boot-payments.ts';
import { cards, customersAt, order, storedAt } from './cards-fixture.ts';
import { problemOf, start } from './orders-fixture.ts';
import { post, signedWebhook } from './webhooks.ts';

const STALE_MS = 10 * 60_000;
const RUPEE = 100;

const bootMutated = async (mutation: string | null): Promise<PaymentsFixture> => {
  const query = mutation === null ? '' : `?mutations=${mutation}`;
  const { bootPayments }: typeof import('./boot-payments.ts') = await import(
    /* @vite-ignore */ `./boot-payments.ts${query}`
  );
  return bootPayments();
};

/** The results with and without the safety part, and the action that distinguishes them. */
type Control = readonly [
  mutation: string,
  outcomes: { readonly kept: unknown; readonly removed: unknown },
  act: (fixture: PaymentsFixture) => Promise<unknown>,
];

const controls: readonly Control[] = [
  [
    'amount-check',
    { kept: 'mismatch', removed: 'paid' },
    async (fixture) => {
      const order = await start(fixture, 'cashfree');
      await fixture.knob({ target: 'cashfree.*', wrongAmount: { amountMinor: order.minor - RUPEE } });
      await order.pay();
      await order.confirm();
      return order.state();
    },
  ],
  [
    'freshness',
    { kept: 'pending', removed: 'paid' },
    async (fixture) => {
      const order = await start(fixture, 'cashfree');
      await post(fixture, signedWebhook('cashfree', 'success', order, new Date(Date.now() - STALE_MS)));
      return order.state();
    },
  ],
  [
    'rank-rule',
    { kept: 'paid', removed: 'failed' },
    async (fixture) => {
      const order = await start(fixture, 'cashfree');
      await order.pay();
      await order.confirm();
      await post(fixture, signedWebhook('cashfree', 'failed', order));
      return order.state();
    },
  ],
  [
    'price-lookup',
    { kept: 'price-changed', removed: RUPEE },
    async (fixture) => {
      const body = { items: [{ media: 'm1' }], country: 'IN', amount: RUPEE };
      const refused = await problemOf(fixture.api.createPayment({ body }));
      return refused?.code ?? (await fixture.ledger())[0]?.amountMinor;
    },
  ],
  [
    'sweeper',
    { kept: 'paid', removed: 'pending' },
    async (fixture) => {
      const order = await start(fixture, 'cashfree');
      await order.pay();
      fixture.service.clock.advance(21_000);
      await fixture.service.runJob('sweep-orders');
      return order.state();
    },
  ],
  [
    'one-open-order',
    { kept: 1, removed: 2 },
    async (fixture) => {
      const body = { items: [{ media: 'm1' }], country: 'IN' };
      for (const key of [randomUUID(), randomUUID()])
        await fixture.api.createPayment({ body }, { headers: { 'idempotency-key': key } });
      return fixture.orders.countDocuments({ state: 'pending' });
    },
  ],
  [
    'gift-once',
    { kept: 'one reader', removed: 'several readers' },
    async (fixture) => {
      const order = await start(fixture, 'cashfree', { isGift: true });
      await order.pay();
      await order.confirm();
      const body = { code: (await order.order()).gift?.code ?? '' };
      const readers = Array.from({ length: 10 }, () => fixture.as(testUser()).redeemGift({ body }));
      const answers = await Promise.allSettled(readers);
      const redeemed = answers.filter(({ status }) => status === 'fulfilled').length;
      return redeemed === 1 ? 'one reader' : 'several readers';
    },
  ],
  [
    'one-card-customer',
    { kept: 1, removed: 2 },
    async (fixture) => {
      await fixture.service.deliver(media({ mediaId: 'm2' }));
      await fixture.knob({ target: 'stripe.customers.create', hang: 300 });
      const user = testUser();
      const store = { storedCard: 'store' };
      await Promise.all(
        [{}, { items: [{ media: 'm2' }] }].map((more) => order(fixture, { ...more, ...store }, user)),
      );
      return (await customersAt(fixture)).length;
    },
  ],
  [
    'card-choice',
    { kept: 'nothing stored', removed: 'stored' },
    async (fixture) => {
      const { user } = await order(fixture, { storedCard: 'store' });
      await (await order(fixture, {}, user)).confirm({ card: cards.visa });
      return (await storedAt(fixture)).length === 0 ? 'nothing stored' : 'stored';
    },
  ],
];

/** Negative controls: without a safety part (decision 0055), the failure that it prevents must occur. */
describe.each(controls)('%s', (mutation, { kept, removed }, act) => {
  it.each([
    ['in place', null, kept],
    ['removed', mutation, removed],
  ] as const)('%s', async (_name, without, expected) => {
    await using fixture = await bootMutated(without);

    expect(await act(fixture)).toBe(expected);
  });
});
