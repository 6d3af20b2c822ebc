import {
  type Money,
  type OrderState,
  type Order as OrderView,
  type Purpose,
  REFUND_REQUEST_DAYS,
} from '@satrangi/contracts';

/**
 * `asked`: stored here, possibly not sent to the provider yet. `pending`: the provider is processing it.
 * `failed`: the provider refused it; an admin must check.
 */
export type RefundState = 'asked' | 'pending' | 'done' | 'failed';

export type Refund = {
  /** Also the idempotency key at the provider. */
  readonly id: string;
  readonly amountMinor: number;
  readonly reason: string;
  /** User id of the admin, or `system`. */
  readonly by: string | null;
  readonly state: RefundState;
  readonly askedAt: Date;
  readonly doneAt: Date | null;
};

export type Dispute = { readonly id: string; readonly state: 'open' | 'won' | 'lost'; readonly at: Date };

type Refunding = {
  readonly state: OrderState;
  readonly amount: Money;
  readonly purpose?: Purpose;
  readonly paidAt: Date | null;
  readonly refunds?: readonly Refund[];
  readonly paidAgainMinor?: number;
  readonly promisedMinor?: number;
  readonly refundedMinor?: number;
  readonly refundRequest?: { readonly declined?: object };
  readonly heldBack?: string;
  readonly gift?: { readonly redeemedAt: Date | null };
};

const isUnderWay = ({ state }: Refund): boolean => state === 'asked' || state === 'pending';
export const refundsUnderWay = ({ refunds = [] }: Pick<Refunding, 'refunds'>): Refund[] =>
  refunds.filter(isUnderWay);

/** The refund state shown to the buyer. */
export const refundOf = (order: Refunding): OrderView['refund'] => {
  if (order.state === 'refunded') return 'done';
  if (refundsUnderWay(order).length > 0) return 'under-way';
  if ((order.refundedMinor ?? 0) > 0) return 'partly';
  if (order.refundRequest?.declined) return 'declined';
  return order.refundRequest ? 'asked' : 'none';
};

/** Minor units that can still be refunded: neither returned nor promised. */
export const leftToRefund = ({
  amount,
  paidAgainMinor = 0,
  promisedMinor = 0,
  refundedMinor = 0,
}: Refunding): number => Math.max(0, amount.minor + paidAgainMinor - Math.max(promisedMinor, refundedMinor));

/** Money of these arrived, so that it can be given back; of a refunded one, by a second payment after it was paid. */
export const isRefundable = ({
  state,
  paidAt,
  paidAgainMinor = 0,
}: Pick<Refunding, 'state' | 'paidAt' | 'paidAgainMinor'>): boolean =>
  state === 'paid' || state === 'mismatch' || (state === 'refunded' && paidAt !== null && paidAgainMinor > 0);

const DAY_MS = 24 * 60 * 60_000;

/** Providers give money back to the account it came from for about half a year. */
const GIFT_REFUND_DAYS = 180;

/** How long a refund of this order can be requested, in days; null: never. A gift: until its code is redeemed. */
const refundDaysOf = ({ purpose = 'purchase', gift }: Refunding): number | null => {
  if (gift) return gift.redeemedAt ? null : GIFT_REFUND_DAYS;
  return purpose === 'purchase' ? REFUND_REQUEST_DAYS : null;
};

/** End of the refund request period of an order; null when a request is not allowed or was made. */
export const refundUntil = (order: Refunding): Date | null => {
  const days = refundDaysOf(order);
  if (order.state !== 'paid' || !order.paidAt || days === null) return null;
  if (order.refundRequest || refundsUnderWay(order).length > 0 || leftToRefund(order) === 0) return null;
  return new Date(order.paidAt.getTime() + days * DAY_MS);
};

/** True when the success event was published: only then are refunds reported as returned money. */
export const isAnnounced = ({ paidAt, heldBack }: Pick<Refunding, 'paidAt' | 'heldBack'>): boolean =>
  paidAt !== null && heldBack === undefined;

const REPORTED_WITHIN_DAYS = 180;

/** True while the provider reports a larger refunded sum than its listed refunds. Time-limited: a bank may undo a refund. */
export const isUnreported = (order: Refunding & { readonly returnedMinor?: number }, now: Date): boolean =>
  isAnnounced(order) &&
  (order.refundedMinor ?? 0) - (order.paidAgainMinor ?? 0) > (order.returnedMinor ?? 0) &&
  now.getTime() - (order.paidAt?.getTime() ?? 0) < REPORTED_WITHIN_DAYS * DAY_MS;

/** A returned amount in paise, at the rate of the order. Partial refunds add up to the paise of the order. */
export const rupeesOfReturn = (
  order: { readonly amount: Money; readonly totalPaise: number; readonly returnedMinor?: number },
  minor: number,
): number => {
  const { amount, totalPaise, returnedMinor = 0 } = order;
  const paiseOf = (sum: number): number => Math.round((totalPaise * sum) / amount.minor);
  return paiseOf(returnedMinor + minor) - paiseOf(returnedMinor);
};

const FIRST_CHECK_MS = 20_000;
const LONGEST_PAUSE_MS = 6 * 60 * 60_000;

/** Backoff of the checks of refunds and disputes: banks take days. */
export const nextFollowUp = (since: Date, now: Date): Date => {
  const age = Math.max(0, now.getTime() - since.getTime());
  return new Date(now.getTime() + Math.min(Math.max(FIRST_CHECK_MS, age / 4), LONGEST_PAUSE_MS));
};

/** Start of the oldest open refund or dispute; null when there is none. */
export const underWaySince = (
  order: Pick<Refunding, 'refunds'> & { readonly dispute?: Dispute },
): Date | null => {
  const moments = refundsUnderWay(order).map(({ askedAt }) => askedAt);
  if (order.dispute?.state === 'open') moments.push(order.dispute.at);
  return moments.sort((one, other) => one.getTime() - other.getTime())[0] ?? null;
};
