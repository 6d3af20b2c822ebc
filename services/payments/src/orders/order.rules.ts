import {
  joinedOf,
  type Money,
  type OrderId,
  type OrderState,
  type Order as OrderView,
  type Provider,
  type StartedPayment,
  type UserId,
} from '@satrangi/contracts';
import type { PricedItem } from '../pricing/pricing.rules.ts';

/** Who bought, for the receipt and for nothing else: these words never leave this document. */
export type Buyer = {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
};

export type ReceiptState = 'none' | 'waiting' | 'sent' | 'no-address' | 'no-mail-server';

export type Order = {
  readonly _id: OrderId;
  readonly number: string;
  readonly userId: UserId;
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

  readonly state: OrderState;
  /** Of `state`; stands in the filter of every move. */
  readonly rank: number;
  /** Event and payment ids of the provider that moved this order; unique over all orders. */
  readonly seen?: string[];
  /** Changes while a request is talking to the provider; null when nobody is. */
  readonly starting: string | null;
  readonly reference: string | null;
  readonly secret: string | null;

  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly fulfilledAt: Date | null;
  readonly refundedAt: Date | null;
  /** When the sweeper looks at it next; null for never. */
  readonly lookAt: Date | null;
  readonly receipt: ReceiptState;
};

const numberAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A short number for mails and support, which says nothing of the shop: `ST-7K2M9QXA`. Letters are never mistaken. */
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

/** What an order gave its buyer; nothing before it is paid, nothing after it went back. */
export const grantedBy = ({ state, items }: Pick<Order, 'state' | 'items'>) =>
  state === 'paid'
    ? items.map(({ mediaId, mediaType, format }) => ({
        ebook: mediaId,
        media: mediaId,
        mediaType: joinedOf(mediaType),
        format,
      }))
    : [];

/** An order as its buyer sees it. */
export const toOrderView = (order: Order): OrderView => ({
  orderId: order._id,
  number: order.number,
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
});
