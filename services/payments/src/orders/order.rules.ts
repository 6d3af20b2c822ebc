import {
  joinedOf,
  type Money,
  type OrderId,
  type OrderState,
  type Order as OrderView,
  type Provider,
  type Purpose,
  type StartedPayment,
  type UserId,
} from '@satrangi/contracts';
import type { PricedItem } from '../pricing/pricing.rules.ts';
import { EXPIRES_AFTER_MS, isBefore, type Observation } from './order-lifecycle.rules.ts';
import { type Dispute, type Refund, refundOf, refundUntil } from './order-refunds.rules.ts';

/** Who bought, for the receipt and for nothing else: these words never leave this document. */
export type Buyer = {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** Their page did not ask for a phone: where a provider wants one, that of their profile will do. */
  readonly mayAskProfile?: true;
};

export type ReceiptState = 'none' | 'waiting' | 'sent' | 'no-address' | 'no-mail-server';

/**
 * The receipt on the buyer's telephone. `sending` is also how it stays when the process died while it was on its way:
 * better none than two. `unsure`: no answer came. Missing where none was ever to be sent.
 */
export type PhoneReceiptState = 'waiting' | 'sending' | 'sent' | 'refused' | 'unsure';

export type Order = {
  readonly _id: OrderId;
  readonly number: string;
  /** Missing in orders that are older than the other purposes: they bought something. */
  readonly purpose?: Purpose;
  /** Null for a contribution or a run fee made without a login. */
  readonly userId: UserId | null;
  /** Empty unless it is a purchase. */
  readonly items: PricedItem[];
  readonly amount: Money;
  /** The amount for the books, at the fixed rate of the day it was made (checklist PAY-41). */
  readonly totalPaise: number;
  readonly country: string;
  readonly provider: Provider;
  readonly returnOrigin: string;
  readonly buyer: Buyer;
  readonly idempotencyKey: string;
  /** Digest of the request that made it: the same key with another request is refused. */
  readonly fingerprint: string;
  /** Who buys what, in one word: while an order is open there is no second one with the same. */
  readonly basket?: string;
  /** Further keys that were answered with this order while it was open. */
  readonly alsoAsked?: AskedWith[];

  readonly state: OrderState;
  /** Of `state`; stands in the filter of every transition. */
  readonly rank: number;
  /** Event and payment ids of the provider that moved this order; unique over all orders. */
  readonly seen?: string[];
  /** The start lease: changes while a request starts the payment at the provider; else null. */
  readonly starting: string | null;
  readonly reference: string | null;
  readonly secret: string | null;

  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly fulfilledAt: Date | null;
  /** When its buyer cancelled it; counts while the order is expired. */
  readonly cancelledAt?: Date;
  readonly refundedAt: Date | null;
  /** When the sweeper looks at it next; null for never. */
  readonly nextCheckAt: Date | null;
  readonly receipt: ReceiptState;
  readonly phoneReceipt?: PhoneReceiptState;

  /** Paid too late to be granted, and why: the money goes back. */
  readonly heldBack?: HeldBack;
  readonly refunds?: Refund[];
  /** In minor units: refunds asked for, whatever became of them but failure. */
  readonly promisedMinor?: number;
  /** In minor units: the sum of what went back, as the provider reports it. */
  readonly refundedMinor?: number;
  /** Refunds and lost disputes of the provider that were reported, and their sum in minor units, at most the amount of the order. */
  readonly returned?: readonly { readonly id: string; readonly minor: number; readonly at: Date }[];
  readonly returnedMinor?: number;
  readonly refundRequest?: { readonly reason: string | null; readonly at: Date };
  readonly dispute?: Dispute;
  /** When refunds and disputes under way are looked at next. */
  readonly followUpAt?: Date;
  readonly claimedAt?: Date;
};

export type AskedWith = { readonly idempotencyKey: string; readonly fingerprint: string };
export type HeldBack = 'price' | 'owned';

/** Applies what was learnt of a payment to its order. @returns the order as it stands now */
export type SettleOrder = (order: Order, observation: Observation) => Promise<Order>;

export const purposeOf = ({ purpose }: Pick<Order, 'purpose'>): Purpose => purpose ?? 'purchase';

const numberAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A short number for mails and support, without a name of the shop: `ST-7K2M9QXA`. Letters are never mistaken. */
export const orderNumber = (randomBytes: Uint8Array): string =>
  `ST-${Array.from(randomBytes.slice(0, 8), (byte) => numberAlphabet[byte % 32]).join('')}`;

/** The answer to who started an order: what their page needs to open the provider's form. */
export const startedPayment = ({
  _id: orderId,
  amount,
  provider,
  reference,
  secret,
}: Pick<Order, '_id' | 'amount' | 'provider'> & { reference: string; secret: string }): StartedPayment =>
  provider === 'cashfree'
    ? { provider, orderId, amount: { ...amount }, paymentSessionId: secret }
    : {
        provider,
        orderId,
        amount: { ...amount },
        paymentIntentId: reference,
        clientSecret: secret,
        client_secret: secret,
      };

/** What an order gave its buyer; nothing before it is paid, nothing after it went back or when it was held back. */
export const grantedBy = ({ state, items, heldBack }: Pick<Order, 'state' | 'items' | 'heldBack'>) =>
  state === 'paid' && !heldBack
    ? items.map(({ mediaId, mediaType, format }) => ({
        ebook: mediaId,
        media: mediaId,
        mediaType: joinedOf(mediaType),
        format,
      }))
    : [];

/** A buyer who returns to an open order needs time to pay before it expires. */
const TIME_TO_PAY_MS = 60 * 60_000;

/** Until when the payment of an order can be continued; null when the order is not open. */
export const payUntil = ({ state, createdAt }: Pick<Order, 'state' | 'createdAt'>): Date | null =>
  isBefore(state, 'expired') ? new Date(createdAt.getTime() + EXPIRES_AFTER_MS - TIME_TO_PAY_MS) : null;

export const canResume = (order: Pick<Order, 'state' | 'createdAt'>, now: Date): boolean => {
  const until = payUntil(order);
  return until !== null && now < until;
};

/** An order as its buyer sees it. */
export const toOrderView = (order: Order): OrderView => ({
  orderId: order._id,
  number: order.number,
  purpose: purposeOf(order),
  status: order.state,
  fulfilled: order.fulfilledAt !== null,
  provider: order.provider,
  amount: { ...order.amount },
  items: order.items.map(({ mediaId, mediaType, format, title }) => ({
    media: mediaId,
    mediaType: joinedOf(mediaType),
    format,
    title,
  })),
  createdAt: order.createdAt.toISOString(),
  paidAt: order.paidAt?.toISOString() ?? null,
  payUntil: payUntil(order)?.toISOString() ?? null,
  cancelledAt: order.state === 'expired' ? (order.cancelledAt?.toISOString() ?? null) : null,
  refund: refundOf(order),
  refunded: { minor: order.refundedMinor ?? 0, currency: order.amount.currency },
  refundUntil: refundUntil(order)?.toISOString() ?? null,
});
