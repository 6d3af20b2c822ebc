import type { Money, OrderState } from '@satrangi/contracts';

/**
 * The states of an order. An order only moves to a higher rank, so observations of a payment may arrive in any order and
 * any number of times:
 *
 * | state    | rank | reached by                                   | left for                              |
 * |----------|------|----------------------------------------------|---------------------------------------|
 * | pending  | 1    | created                                      | everything                            |
 * | failed   | 2    | an attempt failed or was cancelled           | paid: the buyer may try again         |
 * | expired  | 3    | a day without money                          | paid: late money is always recorded   |
 * | mismatch | 4    | money of another amount, currency or order   | paid, once the provider reports it right |
 * | paid     | 5    | the provider has the whole amount            | refunded; a late failure changes nothing |
 * | refunded | 6    | the full amount was refunded, dispute lost   | nothing; a late success grants nothing |
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

/** An amount as reported by a provider: minor units, in any currency. */
export type Reported = { readonly minor: number; readonly currency: string };

/** One completed refund or one lost dispute. `id` is the provider's. */
export type Returned = {
  readonly id: string;
  readonly kind: 'refund' | 'dispute';
  readonly reported: Reported;
  /** Absent when the provider reports no time. */
  readonly at?: Date;
};

export const outcomes = ['open', 'failed', 'cancelled', 'expired', 'paid', 'refunded'] as const;
export type Outcome = (typeof outcomes)[number];

/** The state of a payment, from a signed webhook or read from the provider. */
export type Observation = {
  /** Deduplication key at the provider: event id or payment id. */
  readonly key: string;
  readonly outcome: Outcome;
  /** The order that the provider names for this money. */
  readonly orderId: string | null;
  /** `paid`: the amount received. `refunded`: the sum of refunds. Null when no amount is reported. */
  readonly reported: Reported | null;
  /** `paid`: the ordered amount at the provider, if reported. */
  readonly ordered?: Reported;
  /** In minor units: the sum of refunds so far, if reported. */
  readonly refundedMinor?: number;
  /** Each payment that succeeded, if the provider lists several of them. */
  readonly payments?: readonly { readonly key: string; readonly reported: Reported }[];
  /** Each completed refund, if the provider lists them. */
  readonly returns?: readonly Returned[];
  /** `refunded`: the provider reports a full refund, whatever the amount was. */
  readonly isAllBack?: boolean;
  /** `expired`: the buyer cancelled it. */
  readonly isCancelled?: boolean;
};

export type OrderSummary = {
  readonly _id: string;
  readonly state: OrderState;
  readonly amount: Money;
  /** In minor units: what further payments of this order brought. */
  readonly paidAgainMinor?: number;
};

export type Transition =
  | { readonly to: 'failed' | 'expired'; readonly reason: 'failed' | 'cancelled' | 'expired' }
  | { readonly to: 'mismatch'; readonly reported: Reported }
  | { readonly to: 'paid' | 'refunded' };

export const isSameMoney = (expected: Money, reported: Reported | null): boolean =>
  reported !== null &&
  reported.minor === expected.minor &&
  reported.currency.toUpperCase() === expected.currency;

/** True for a refund of all payments of an order; a partial refund revokes nothing (checklist PAY-42). */
const isWhole = (
  { amount, paidAgainMinor = 0 }: Pick<OrderSummary, 'amount' | 'paidAgainMinor'>,
  reported: Reported | null,
): boolean =>
  reported !== null &&
  reported.minor >= amount.minor + paidAgainMinor &&
  reported.currency.toUpperCase() === amount.currency;

/** The mismatch between an observation and the order; null when there is none. */
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
      // A mismatched payment is refunded when the provider reports a full refund.
      const isAllBack = observation.isAllBack === true && order.state === 'mismatch';
      return isAllBack || isWhole(order, observation.reported) ? { to: 'refunded' } : null;
    }
  }
};

/** The next transition of an order for an observation; null when it changes nothing. */
export const nextTransition = (order: OrderSummary, observation: Observation): Transition | null => {
  const transition = targetOf(order, observation);
  return transition && ranks[transition.to] > ranks[order.state] ? transition : null;
};

/** The stored key of a payment that mismatched: it is a further payment when another one pays the order. */
export const mismatchKey = (key: string): string => `mismatch:${key}`;

type Counted = Pick<OrderSummary, '_id' | 'state' | 'amount'> & {
  readonly provider: string;
  readonly paidAt: Date | null;
  readonly seen?: readonly string[];
};

/** True for another payment than the one that mismatched; the right amount is none, because it pays the order. */
const isSecondMismatch = ({ _id, amount, seen = [] }: Counted, { reported, key }: Observation): boolean =>
  !isSameMoney(amount, reported) &&
  !seen.includes(mismatchKey(key)) &&
  // not while the provider had named no payment: this may be the one
  seen.some((known) => known.startsWith(mismatchKey('')) && known !== mismatchKey(`cashfree:${_id}`));

/**
 * True for a second payment of an order that is already paid or mismatched, or was paid and refunded. Cashfree lets a buyer pay
 * in two windows; a Stripe payment intent succeeds only once.
 */
export const isSecondPayment = (order: Counted, observation: Observation): boolean => {
  const { provider, state, paidAt, seen = [] } = order;
  const { outcome, reported, key } = observation;
  if (provider !== 'cashfree' || outcome !== 'paid' || reported === null || seen.includes(key)) return false;
  if (state === 'mismatch') return isSecondMismatch(order, observation);
  return state === 'paid' || (state === 'refunded' && paidAt !== null);
};

/**
 * True when a signed webhook can be applied directly: it is fresh and expected. Otherwise the payment is read from the
 * provider (checklist PAY-31).
 */
export const isTrustedObservation = (
  order: OrderSummary,
  observation: Observation,
  isFresh: boolean,
): boolean => {
  if (!isFresh) return false;
  // of a mismatch, the provider tells whether this is its payment, or another one
  if (observation.outcome === 'paid')
    return order.state !== 'mismatch' && wrongIn(order, observation) === null;
  if (observation.outcome === 'refunded') return isWhole(order, observation.reported);
  return true;
};

/** States in which a status request to the provider can still change the order. */
export const isOpen = (state: OrderState): boolean => isBefore(state, 'paid');

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
export const EXPIRES_AFTER_MS = 24 * hour;
/** Republish interval of a paid order without a grant. */
export const FULFIL_WITHIN_MS = 20 * second;
const FIRST_CHECK_MS = 20 * second;
const LONGEST_PAUSE_MS = hour;
/** Clocks of replicas may differ by this much. */
const CLOCKS_DIFFER_MS = 5 * minute;
const LATE_MONEY_WATCH_MS = 4 * EXPIRES_AFTER_MS;

/** @param age since its creation; of a paid order, since its payment (ms) */
const pauseOf = (state: OrderState, age: number): number | null => {
  switch (state) {
    case 'pending':
    case 'failed':
      return Math.min(Math.max(FIRST_CHECK_MS, age / 4), LONGEST_PAUSE_MS);
    case 'expired':
      return age < LATE_MONEY_WATCH_MS ? EXPIRES_AFTER_MS : null;
    case 'paid':
      return Math.min(Math.max(FULFIL_WITHIN_MS, age / 4), LONGEST_PAUSE_MS);
    case 'mismatch':
    case 'refunded':
      return null;
  }
};

/**
 * When the sweeper checks an order next; null for never again. An unpaid order is checked every 20 s at first, then with
 * a backoff of a quarter of its age. So a payment without a webhook is found within a minute while the buyer is likely
 * to pay, and an abandoned order costs fewer than fifty requests. A paid order is republished with the same backoff, so
 * an outage of library or broker does not fill the queue with duplicates.
 * @param since when the order was created; for a paid order, when it was paid
 */
export const scheduleNextCheck = (state: OrderState, since: Date, now: Date): Date | null => {
  const pause = pauseOf(state, Math.max(0, now.getTime() - since.getTime()));
  return pause === null ? null : new Date(now.getTime() + pause);
};

/**
 * Whether no process with a right clock scheduled this check: pauses grow with the age, so none that began before now ends
 * that late. A clock was ahead then, and was set back (decision 0121).
 */
export const isScheduledTooLate = (state: OrderState, since: Date, nextCheckAt: Date, now: Date): boolean => {
  const pause = pauseOf(state, Math.max(0, now.getTime() - since.getTime()));
  return pause !== null && nextCheckAt.getTime() - now.getTime() > pause + CLOCKS_DIFFER_MS;
};

/** No check that is due within this time was scheduled too late. */
export const LATE_SCHEDULE_MS = FIRST_CHECK_MS + CLOCKS_DIFFER_MS;

export const isOverdue = (state: OrderState, createdAt: Date, now: Date): boolean =>
  ranks[state] < ranks.expired && now.getTime() - createdAt.getTime() >= EXPIRES_AFTER_MS;

/** Much longer than the sweeper checks an order and than a payment can take at a provider. */
export const ABANDONED_AFTER_MS = 30 * EXPIRES_AFTER_MS;

export const isAbandoned = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() >= ABANDONED_AFTER_MS;
