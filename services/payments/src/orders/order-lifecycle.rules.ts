import type { Money, OrderState } from '@satrangi/contracts';

/**
 * The states of an order. An order only moves to a higher rank, so observations of a payment may arrive in any order and
 * any number of times:
 *
 * | state    | rank | reached by                                   | left for                              |
 * |----------|------|----------------------------------------------|---------------------------------------|
 * | pending  | 1    | created                                      | everything                            |
 * | failed   | 2    | an attempt failed or was given up            | paid: the buyer may try again         |
 * | expired  | 3    | a day without money                          | paid: late money is never swallowed   |
 * | mismatch | 4    | money of another amount, currency or order   | paid, once the provider reports it right |
 * | paid     | 5    | the provider has the whole amount            | refunded; a late failure changes nothing |
 * | refunded | 6    | the whole amount went back, dispute lost     | nothing; a late success grants nothing |
 */
export const ranks = {
  pending: 1,
  failed: 2,
  expired: 3,
  mismatch: 4,
  paid: 5,
  refunded: 6,
} as const satisfies Record<OrderState, number>;

export const isBefore = (state: OrderState, other: OrderState): boolean => ranks[state] < ranks[other];

/** Money as a provider words it: minor units, and any currency it likes. */
export type Reported = { readonly minor: number; readonly currency: string };

/** Money that went back: one refund that arrived, or one lost dispute. `id` is the provider's. */
export type Returned = {
  readonly id: string;
  readonly kind: 'refund' | 'dispute';
  readonly reported: Reported;
  /** Missing where the provider gives no time. */
  readonly at?: Date;
};

export const outcomes = ['open', 'failed', 'cancelled', 'expired', 'paid', 'refunded'] as const;
export type Outcome = (typeof outcomes)[number];

/** What was learnt of a payment, by a signed webhook or by asking the provider. */
export type Observation = {
  /** What makes the fact one fact at its provider: event id or payment id. */
  readonly key: string;
  readonly outcome: Outcome;
  /** The order that the provider names for this money. */
  readonly orderId: string | null;
  /** `paid`: what arrived. `refunded`: what went back, in sum. Null where no money is spoken of. */
  readonly reported: Reported | null;
  /** `paid`: what the provider has as the ordered amount, where it reports one. */
  readonly ordered?: Reported;
  /** In minor units: the sum of what went back so far, where the provider reports it. */
  readonly refundedMinor?: number;
  /** The refunds that arrived, each one, where the provider names them. */
  readonly returns?: readonly Returned[];
  /** `refunded`: the provider reports that nothing of what arrived is left, whatever the amount was. */
  readonly isAllBack?: boolean;
  /** `expired`: the buyer ended it. */
  readonly isCancelled?: boolean;
};

export type OrderSummary = { readonly _id: string; readonly state: OrderState; readonly amount: Money };

export type Transition =
  | { readonly to: 'failed' | 'expired'; readonly reason: 'failed' | 'cancelled' | 'expired' }
  | { readonly to: 'mismatch'; readonly reported: Reported }
  | { readonly to: 'paid' | 'refunded' };

export const isSameMoney = (expected: Money, reported: Reported | null): boolean =>
  reported !== null &&
  reported.minor === expected.minor &&
  reported.currency.toUpperCase() === expected.currency;

/** The whole amount is back; a part of it takes nothing away from the buyer (checklist PAY-42). */
const isWhole = (expected: Money, reported: Reported | null): boolean =>
  reported !== null &&
  reported.minor >= expected.minor &&
  reported.currency.toUpperCase() === expected.currency;

/** What the provider reports wrongly of the money of this order; null when all of it is right. */
const wrongIn = (order: OrderSummary, { orderId, reported, ordered }: Observation): Reported | null => {
  const amounts = ordered ? [reported, ordered] : [reported];
  const wrong = amounts.find((money) => !isSameMoney(order.amount, money));
  if (wrong === undefined) return orderId === order._id ? null : (reported ?? { minor: 0, currency: '' });
  return wrong ?? { minor: 0, currency: '' };
};

const targetOf = (order: OrderSummary, observation: Observation): Transition | null => {
  switch (observation.outcome) {
    case 'open':
      return null;
    case 'failed':
    case 'cancelled':
      return { to: 'failed', reason: observation.outcome };
    case 'expired':
      return { to: 'expired', reason: 'expired' };
    case 'paid': {
      const wrong = wrongIn(order, observation);
      return wrong ? { to: 'mismatch', reported: wrong } : { to: 'paid' };
    }
    case 'refunded': {
      // Money that never was right is all back when the provider has none of it left.
      const isAllBack = observation.isAllBack === true && order.state === 'mismatch';
      return isAllBack || isWhole(order.amount, observation.reported) ? { to: 'refunded' } : null;
    }
  }
};

/** Where an observation takes an order; null when it changes nothing. */
export const nextTransition = (order: OrderSummary, observation: Observation): Transition | null => {
  const transition = targetOf(order, observation);
  return transition && ranks[transition.to] > ranks[order.state] ? transition : null;
};

/**
 * Money for an order that is paid already, by another payment. Cashfree lets a buyer pay in two windows; Stripe's one
 * payment succeeds once, however many events say so.
 */
export const isSecondPayment = (
  order: Pick<OrderSummary, 'state'> & { readonly provider: string; readonly seen?: readonly string[] },
  { outcome, reported, key }: Observation,
): boolean =>
  order.provider === 'cashfree' &&
  order.state === 'paid' &&
  outcome === 'paid' &&
  reported !== null &&
  !order.seen?.includes(key);

/**
 * May a signed webhook be acted on as it is? Only when it is fresh and expected. Otherwise it is a
 * hint: the provider itself is asked, and its answer counts (checklist PAY-31).
 */
export const isTrustedObservation = (
  order: OrderSummary,
  observation: Observation,
  isFresh: boolean,
): boolean => {
  if (!isFresh) return false;
  if (observation.outcome === 'paid') return wrongIn(order, observation) === null;
  if (observation.outcome === 'refunded') return isWhole(order.amount, observation.reported);
  return true;
};

/** States in which asking the provider can still change something for the buyer. */
export const isOpen = (state: OrderState): boolean => isBefore(state, 'paid');

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
export const EXPIRES_AFTER_MS = 24 * hour;
/** A paid order is announced again when its grant has not come back by then. */
export const FULFIL_WITHIN_MS = 20 * second;
const FIRST_CHECK_MS = 20 * second;
const LONGEST_PAUSE_MS = hour;
const LATE_MONEY_WATCH_MS = 4 * EXPIRES_AFTER_MS;

/**
 * When the sweeper checks an order next; null for never again. An unpaid order is asked about every 20 s at
 * first and ever less often as it grows older (a quarter of its age), so that money whose webhook never arrives is
 * found within a minute while the buyer is likely to pay, and an abandoned order costs fewer than fifty questions in all.
 * A paid order is announced again in the same rhythm: while library or broker are away for hours, neither the order
 * nor the queue fills up with the same words.
 * @param since when the order was made; of a paid order, when it was paid
 */
export const scheduleNextCheck = (state: OrderState, since: Date, now: Date): Date | null => {
  const age = Math.max(0, now.getTime() - since.getTime());
  const after = (pause: number): Date => new Date(now.getTime() + pause);
  switch (state) {
    case 'pending':
    case 'failed':
      return after(Math.min(Math.max(FIRST_CHECK_MS, age / 4), LONGEST_PAUSE_MS));
    case 'expired':
      return age < LATE_MONEY_WATCH_MS ? after(EXPIRES_AFTER_MS) : null;
    case 'paid':
      return after(Math.min(Math.max(FULFIL_WITHIN_MS, age / 4), LONGEST_PAUSE_MS));
    case 'mismatch':
    case 'refunded':
      return null;
  }
};

export const isOverdue = (state: OrderState, createdAt: Date, now: Date): boolean =>
  ranks[state] < ranks.expired && now.getTime() - createdAt.getTime() >= EXPIRES_AFTER_MS;

/** Far longer than the sweeper watches and than any provider lets a payment take. */
export const ABANDONED_AFTER_MS = 30 * EXPIRES_AFTER_MS;
