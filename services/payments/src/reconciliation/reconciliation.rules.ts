import { type Currency, type Money, paiseOf, type ReconciliationReport } from '@satrangi/contracts';
import type { Order } from '../orders/order.rules.ts';
import { isSameMoney, type Reported, ranks } from '../orders/order-lifecycle.rules.ts';

export type Difference = ReconciliationReport['differences'][number];

const isKnown = (currency: string): currency is Currency => currency === 'INR' || currency === 'USD';

/** Converts a reported amount to paise; unknown currencies keep their minor units. */
const paise = (money: Reported | null): number => {
  if (!money) return 0;
  const currency = money.currency.toUpperCase();
  return isKnown(currency) ? paiseOf({ minor: money.minor, currency }) : money.minor;
};

const plain = (money: Reported): Reported => ({ minor: money.minor, currency: money.currency.toUpperCase() });

type Paid = { readonly reference: string; readonly orderId: string | null; readonly paid: Reported };

/** Compares a payment of the provider with its order. Null: no difference. */
export const comparePaid = (
  provider: Order['provider'],
  theirs: Paid,
  order: Order | null,
): Difference | null => {
  const { reference, paid } = theirs;
  const common = { provider, reference, theirs: plain(paid) };
  if (!order || order.provider !== provider)
    return { ...common, kind: 'unknown-payment', orderId: theirs.orderId, ours: null };
  const ours: Money = { ...order.amount };
  const isElsewhere = order.reference !== null && order.reference !== reference;
  if (isElsewhere) return { ...common, kind: 'unknown-payment', orderId: order._id, ours };
  if (!isSameMoney(order.amount, paid)) return { ...common, kind: 'amount', orderId: order._id, ours };
  if (ranks[order.state] < ranks.paid) return { ...common, kind: 'not-paid-here', orderId: order._id, ours };
  return null;
};

/** The difference of a second payment that was not known before. Null: it was known, or there is none. */
export const paidAgain = (paid: Reported, before: Order, now: Order | null): Difference | null =>
  (now?.paidAgainMinor ?? 0) > (before.paidAgainMinor ?? 0)
    ? {
        kind: 'unknown-payment',
        provider: before.provider,
        orderId: before._id,
        reference: before.reference,
        ours: { ...before.amount },
        theirs: plain(paid),
      }
    : null;

/** The difference of an order that is paid here and unknown at the provider. */
export const missingThere = (order: Order): Difference => ({
  kind: 'not-paid-there',
  provider: order.provider,
  orderId: order._id,
  reference: order.reference,
  ours: { ...order.amount },
  theirs: null,
});

/** Compares the refunded sums of order and provider. Null: no difference. */
export const compareRefunded = (order: Order, refundedMinor: number): Difference | null => {
  const isDisputeLost = order.dispute?.state === 'lost';
  const ours = order.refundedMinor ?? 0;
  if (ours === refundedMinor || (isDisputeLost && order.state === 'refunded')) return null;
  const { currency } = order.amount;
  return {
    kind: 'refund',
    provider: order.provider,
    orderId: order._id,
    reference: order.reference,
    ours: { minor: ours, currency },
    theirs: { minor: refundedMinor, currency },
  };
};

/** The sum of absolute differences in paise: differences do not cancel out. */
export const moneyDiffOf = (differences: readonly Difference[]): number =>
  differences.reduce((sum, { kind, ours, theirs }) => {
    if (kind === 'not-paid-here') return sum + paise(theirs);
    if (kind === 'unknown-payment') return sum + paise(theirs);
    return sum + Math.abs(paise(theirs) - paise(ours));
  }, 0);

const DAY_MS = 24 * 60 * 60_000;

/** Start and end of a day in UTC. */
export const boundsOf = (day: string): { from: Date; to: Date } => {
  const from = new Date(`${day}T00:00:00.000Z`);
  return { from, to: new Date(from.getTime() + DAY_MS) };
};

export const dayBefore = (moment: Date): string =>
  new Date(moment.getTime() - DAY_MS).toISOString().slice(0, 10);
