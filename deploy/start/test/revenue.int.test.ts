/** Revenue of the dashboard against the ledgers of both payment providers: payments and analytics-usage together. */
import { randomUUID } from 'node:crypto';
import { type AnyEvent, paiseOf, paymentsSnapshotRequested } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { bootUsage, type UsageFixture } from '../../../services/analytics-usage/test/boot-usage.ts';
import { bootPayments, media, type PaymentsFixture } from '../../../services/payments/test/boot-payments.ts';
import { buy, give, person, providers, refund } from '../../../services/payments/test/orders-fixture.ts';

/** A multiple of 8, so that a quarter is refunded as a whole. */
const ORDERS = process.env.SIZE === 'nightly' ? 2_000 : 32;
const TIMEOUT_MS = process.env.SIZE === 'nightly' ? 1_800_000 : 120_000;
/** Prices whose parts do not divide evenly. */
const prices = [
  { mediaId: 'm2', priceINR: 333, priceUSD: 1.01 },
  { mediaId: 'm3', priceINR: 1_001, priceUSD: 12.37 },
  { mediaId: 'm4', priceINR: 49, priceUSD: 0.99 },
];

/** Repeatable. */
const randomOf = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
  return seed / 2 ** 32;
};

const refundPart = (payments: PaymentsFixture, orderId: string, amountMinor: number) =>
  refund(payments, orderId, { amountMinor }, { 'idempotency-key': randomUUID() });

/** Buys in both currencies; of every four orders one is refunded in two parts, one wholly. @returns their names at the provider */
const trade = async (payments: PaymentsFixture): Promise<Set<string>> => {
  const random = randomOf(76);
  const names = new Set<string>();
  for (let n = 0; n < ORDERS; n += 1) {
    const { mediaId } = prices[n % prices.length] ?? { mediaId: 'm1' };
    const order = await buy(payments, providers[n % 2] ?? 'stripe', { items: [{ media: mediaId }] });
    names.add(order.reference);
    const part = Math.max(1, Math.floor(order.minor * random() * 0.5));
    if (n % 4 === 1) await refundPart(payments, order.orderId, part);
    if (n % 4 === 1 || n % 8 === 2) await refundPart(payments, order.orderId, part + 1);
    if (n % 4 === 3) await refund(payments, order.orderId, {}, { 'idempotency-key': randomUUID() });
  }
  return names;
};

/** A contribution that is refunded in part and a run fee: money that is no revenue. */
const giveBeside = async (payments: PaymentsFixture): Promise<void> => {
  const gift = await give(payments, { ...person, amount: 60_000, isContribution: true });
  await payments.pay.cashfree(gift.secret);
  await gift.visitor.verifyCashfree({ body: { orderId: gift.orderId } });
  await refundPart(payments, gift.orderId, 10_001);
  const fee = await give(payments, { ...person, amount: 50_000, purpose: 'virtual-run' });
  await payments.pay.stripe(fee.secret);
  await fee.visitor.confirmStripe({ body: { paymentIntentId: fee.reference } });
};

const followRefunds = async ({ service }: PaymentsFixture): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1) {
    service.clock.advance(60_000);
    await service.runJob('follow-refunds');
  }
};

/** What both providers have kept of the purchases, in paise. */
const ledgerPaise = async (payments: PaymentsFixture, names: ReadonlySet<string>): Promise<number> =>
  (await payments.ledger())
    .filter(({ isPaid, orderId, paymentIntentId }) => isPaid && names.has(paymentIntentId ?? orderId ?? ''))
    .reduce((sum, { amountMinor, refundedMinor, currency }) => {
      const inPaise = (minor: number) => paiseOf({ minor, currency: currency === 'USD' ? 'USD' : 'INR' });
      return sum + inPaise(amountMinor) - inPaise(refundedMinor);
    }, 0);

const deliverAll = async ({ service, count }: UsageFixture, events: readonly AnyEvent[]): Promise<void> => {
  for (const event of events) await service.deliver(event);
  await count();
};

const seriesOf = async ({ admin }: UsageFixture) =>
  Promise.all(
    (['revenue', 'orders', 'contributions', 'runFees'] as const).map((metric) =>
      admin.getSeries({ query: { metric } }),
    ),
  );

it(`P76 USE-08 totalRevenue of ${ORDERS} orders in two currencies with part refunds is the provider ledgers to the paisa, also when it starts late`, {
  timeout: TIMEOUT_MS,
}, async () => {
  await using payments = await bootPayments();
  for (const price of prices) await payments.service.deliver(media(price));
  const names = await trade(payments);
  await giveBeside(payments);
  await followRefunds(payments);
  await using usage = await bootUsage();
  await deliverAll(usage, await payments.service.publishedEvents());
  const [kpis, expected] = [await usage.admin.getKpis(), await ledgerPaise(payments, names)];

  const currencies = new Set((await payments.ledger()).map(({ currency }) => currency));
  expect(currencies).toEqual(new Set(['USD', 'INR']));
  expect(expected).toBeGreaterThan(100_000);
  expect(Math.round(kpis.totalRevenue * 100)).toBe(expected);
  expect(kpis.paidOrders).toBe(ORDERS - ORDERS / 4);
  expect((await usage.admin.getSeries({ query: { metric: 'contributions' } })).at(-1)?.value).toBe(499.99);

  // a new installation requests the history at its start, with the orders that were paid before
  await using late = await bootUsage();
  const [request] = (await late.service.publishedEvents()).filter(
    ({ type }) => type === paymentsSnapshotRequested.type,
  );
  if (!request) throw new Error('no history was asked for');
  const known = (await payments.service.publishedEvents()).length;
  await payments.service.deliver(request);
  await deliverAll(late, (await payments.service.publishedEvents()).slice(known));

  expect(await late.admin.getKpis()).toEqual(kpis);
  expect(await seriesOf(late)).toEqual(await seriesOf(usage));
});
