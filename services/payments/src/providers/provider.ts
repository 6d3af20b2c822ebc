import type { IncomingHttpHeaders } from 'node:http';
import type { Money } from '@satrangi/contracts';
import type { Observation, Reported } from '../orders/orders.rules.ts';

/** All a provider is told of an order: no item, no title, no name (reliability P44). */
export type PayableOrder = {
  readonly orderId: string;
  readonly number: string;
  /** Opaque. */
  readonly userId: string;
  readonly amount: Money;
  readonly phone: string | null;
  readonly returnOrigin: string;
  readonly createdAt: Date;
  /** Names this try to start it: repeats within one try are one call for the provider. */
  readonly attempt: string;
};

/**
 * `reference` names the payment at the provider (Stripe's payment intent; for Cashfree it is our own order id),
 * `secret` opens the provider's form in the buyer's browser.
 */
export type StartedAtProvider = { readonly reference: string; readonly secret: string };

/** What the provider itself says of a payment; `status` is its own word for it. */
export type Reading = Observation & { readonly status: string };

/** A buyer's bank has taken up their complaint. `lost`: the money is gone. */
export type DisputeNews = { readonly id: string; readonly state: 'open' | 'won' | 'lost' };

/** What a webhook says, and of which payment. */
export type Notice = {
  readonly reference: string | null;
  readonly observation: Observation;
  readonly dispute?: DisputeNews;
  /** It tells of refunds on their way: the provider is asked how they stand. */
  readonly isAboutRefunds?: boolean;
};

export type AskedRefund = {
  readonly orderId: string;
  readonly reference: string;
  readonly refundId: string;
  readonly amount: Money;
  readonly number: string;
  /** Names this try to carry it out. */
  readonly attempt: string;
};
/** How a refund stands at its provider; `code` is the provider's word for a refusal. */
export type RefundTold = { readonly state: 'pending' | 'done' | 'failed'; readonly code?: string };

/** A dispute of a payment, and what follows from it for the order. */
export type DisputeTold = DisputeNews & { readonly reported: Reported };

/** A payment in the provider's own books; the order is the one the provider was told of. */
export type Booked = { readonly orderId: string | null; readonly reference: string };
/** What happened between two moments: payments that arrived, and payments of which something went back. */
export type Books = {
  readonly payments: (Booked & { readonly paid: Reported })[];
  readonly refunded: Booked[];
};

export type Heard = {
  /** Signed within the last five minutes. */
  readonly isFresh: boolean;
  /** Null: the signature is good, but it speaks of nothing we act on. */
  readonly notice: Notice | null;
};

/**
 * How a payment stands after it was to be closed. `isClosed`: the provider accepts no new payment for it. `reading` is
 * null when the provider has no such payment.
 */
export type Closed = { readonly isClosed: boolean; readonly reading: Reading | null };

export type PaymentProvider = {
  /** Safe to repeat for one order: the provider makes one payment, and answers the same.
   * @throws Refusal provider-failed */
  readonly startPayment: (order: PayableOrder) => Promise<StartedAtProvider>;
  /** @throws Refusal provider-failed */
  readonly readPayment: (order: { orderId: string; reference: string }) => Promise<Reading>;
  /** Closes a payment so that it can not be paid any more, unless it is paid or being processed. Safe to repeat.
   * @param order `reference` is null when the answer of its start never arrived
   * @throws Refusal provider-failed */
  readonly closePayment: (order: { orderId: string; reference: string | null }) => Promise<Closed>;
  /** Gives money back once for each refund id, or answers how that one stands. Safe to repeat.
   * @throws Refusal provider-failed when that can not be known now */
  readonly refund: (refund: AskedRefund) => Promise<RefundTold>;
  /** The latest dispute of a payment, null when there is none. @throws Refusal provider-failed */
  readonly readDispute: (order: { orderId: string; reference: string }) => Promise<DisputeTold | null>;
  /** @throws Refusal provider-failed */
  readonly listBooks: (from: Date, to: Date) => Promise<Books>;
  /** @throws Refusal invalid-signature, validation-failed */
  readonly readWebhook: (raw: Uint8Array, headers: IncomingHttpHeaders, now: Date) => Heard;
};

export const FRESH_FOR_MS = 5 * 60_000;
export const PROVIDER_TIMEOUT_MS = 10_000;
