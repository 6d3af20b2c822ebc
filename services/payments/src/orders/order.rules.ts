import {
  joinedOf,
  type Money,
  type OrderId,
  type OrderState,
  type Provider,
  type Purpose,
  type StartedPayment,
  type UserId,
} from '@satrangi/contracts';
import type { PricedItem } from '../pricing/pricing.rules.ts';
import { EXPIRES_AFTER_MS, isBefore, type Observation } from './order-lifecycle.rules.ts';
import type { Dispute, Refund } from './order-refunds.rules.ts';

/** Personal data of the buyer, for the receipt only. It is stored in this document only. */
export type Buyer = {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** The page had no phone field: the phone of the profile is used when the provider requires one. */
  readonly mayAskProfile?: true;
};

/** `no-mailbox`: the server of the address knows no such mailbox. */
export type ReceiptState = 'none' | 'waiting' | 'sent' | 'no-address' | 'no-mailbox' | 'no-mail-server';

/**
 * State of the WhatsApp receipt. It stays `sending` when the process died during the call: at most once. `unsure`: no
 * response. Absent when no WhatsApp receipt is due.
 */
export type PhoneReceiptState = 'waiting' | 'sending' | 'sent' | 'refused' | 'unsure';

/** The gift of a `gift-purchase`. A redemption counts from `redeemedAt` on: `redeemedBy` is erased with its account. */
export type GiftCode = {
  readonly code: string;
  /** Where the code is mailed; null when it was mailed, or the buyer gave none. */
  readonly email: string | null;
  readonly mail: 'none' | 'waiting' | 'sent' | 'not-sent';
  readonly redeemedBy: UserId | null;
  readonly redeemedAt: Date | null;
  /** Set with the redemption: its reader redeems no other gift of an item. Absent in redemptions of older versions. */
  readonly isOnly?: true;
};

export type Order = {
  readonly _id: OrderId;
  readonly number: string;
  /** Absent in orders from before other purposes existed: a purchase. */
  readonly purpose?: Purpose;
  /** Null for a contribution or a run fee made without a login. */
  readonly userId: UserId | null;
  /** The run page of a contribution: a digest of its slug, which may contain a name. */
  readonly runPage?: string;
  /** The stored form that becomes a registration when this run fee is paid. */
  readonly runDraftId?: string;
  /** Of a gift purchase only. */
  readonly gift?: GiftCode;
  /** Empty for a contribution or a run fee. */
  readonly items: PricedItem[];
  readonly amount: Money;
  /** The amount in paise for accounting, at the rate at creation (checklist PAY-41). */
  readonly totalPaise: number;
  readonly country: string;
  readonly provider: Provider;
  readonly returnOrigin: string;
  readonly buyer: Buyer;
  readonly idempotencyKey: string;
  /** Digest of the request that created the order: the same key with another request is refused. */
  readonly fingerprint: string;
  /** Key of buyer and items; unique among open orders. */
  readonly basket?: string;
  /** Further idempotency keys of requests that resumed this order. */
  readonly alsoAsked?: RequestKey[];

  readonly state: OrderState;
  /** Rank of `state`; part of the filter of every transition. */
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
  /** When the buyer cancelled it; valid while the order is expired. */
  readonly cancelledAt?: Date;
  readonly refundedAt: Date | null;
  /** When the sweeper checks it next; null for never. */
  readonly nextCheckAt: Date | null;
  readonly receipt: ReceiptState;
  readonly phoneReceipt?: PhoneReceiptState;

  /** Why a late payment was not granted and is refunded. */
  readonly heldBack?: HeldBack;
  /** Set when its items were paid twice, until one payment goes back: an admin decides which. */
  readonly paidTwice?: PaidTwice;
  /** In minor units: what further payments of this order brought. */
  readonly paidAgainMinor?: number;
  readonly refunds?: Refund[];
  /** In minor units: the sum of promised refunds, except failed ones. */
  readonly promisedMinor?: number;
  /** In minor units: the sum of completed refunds, as the provider reports it. */
  readonly refundedMinor?: number;
  /** Refunds and lost disputes of the provider that were reported, and their sum in minor units, at most the amount of the order. */
  readonly returned?: readonly {
    readonly id: string;
    readonly minor: number;
    readonly at: Date;
    readonly kind?: 'refund' | 'dispute';
    /** What came back when it is more than `minor`: the rest belongs to no revenue. */
    readonly wholeMinor?: number;
  }[];
  readonly returnedMinor?: number;
  readonly refundRequest?: {
    readonly reason: string | null;
    readonly at: Date;
    /** The answer of an admin that there is no refund. */
    readonly declined?: { readonly reason: string; readonly at: Date; readonly by: string | null };
  };
  readonly dispute?: Dispute;
  /** When open refunds and disputes are checked next. */
  readonly followUpAt?: Date;
  readonly claimedAt?: Date;
};

/** `orders` paid for one of its items, too; empty: this order was paid by two payments. */
export type PaidTwice = { readonly at: Date; readonly orders: readonly OrderId[] };

/** The fields of a contribution that the sum of its month needs. */
export type PaidContribution = Pick<
  Order,
  'paidAt' | 'state' | 'amount' | 'refundedMinor' | 'paidAgainMinor'
>;

export type RequestKey = { readonly idempotencyKey: string; readonly fingerprint: string };
export type HeldBack = 'price' | 'owned' | 'account-deleted';

/** Applies a payment observation to its order. @returns the current order */
export type SettleOrder = (order: Order, observation: Observation) => Promise<Order>;

/** Whether its buyer has deleted the account: the erasure empties the digest of the request. */
export const isErased = ({ fingerprint }: Pick<Order, 'fingerprint'>): boolean => fingerprint === '';

export const purposeOf = ({ purpose }: Pick<Order, 'purpose'>): Purpose => purpose ?? 'purchase';

const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** One unambiguous character for each random byte. */
export const codeOf = (randomBytes: Uint8Array): string =>
  Array.from(randomBytes, (byte) => codeAlphabet[byte % 32]).join('');

/** A short order number for mails and support, without ambiguous characters: `ST-7K2M9QXA`. */
export const orderNumber = (randomBytes: Uint8Array): string => `ST-${codeOf(randomBytes.slice(0, 8))}`;

/** When the wait for a grant, or for the payment, began. */
export const waitingSince = ({
  gift,
  paidAt,
  createdAt,
}: Pick<Order, 'gift' | 'paidAt' | 'createdAt'>): Date => gift?.redeemedAt ?? paidAt ?? createdAt;

/** The response to a started order: what the page needs to open the provider's form. */
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

/** The items an order granted its buyer; empty before payment, after a full refund, when it was held back, and for a gift. */
export const grantedBy = ({
  state,
  items,
  heldBack,
  gift,
}: Pick<Order, 'state' | 'items' | 'heldBack' | 'gift'>) =>
  state === 'paid' && !heldBack && !gift
    ? items.map(({ mediaId, mediaType, format }) => ({
        ebook: mediaId,
        media: mediaId,
        mediaType: joinedOf(mediaType),
        format,
      }))
    : [];

/** Time that must be left to pay when an open order is resumed. */
const TIME_TO_PAY_MS = 60 * 60_000;

/** Until when the payment of an order can be continued; null when the order is not open. */
export const payUntil = ({ state, createdAt }: Pick<Order, 'state' | 'createdAt'>): Date | null =>
  isBefore(state, 'expired') ? new Date(createdAt.getTime() + EXPIRES_AFTER_MS - TIME_TO_PAY_MS) : null;

export const canResume = (order: Pick<Order, 'state' | 'createdAt'>, now: Date): boolean => {
  const until = payUntil(order);
  return until !== null && now < until;
};
