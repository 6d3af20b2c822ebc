import type { IncomingHttpHeaders } from 'node:http';
import type { Money } from '@satrangi/contracts';
import type { Observation, Reported } from '../orders/order-lifecycle.rules.ts';

/** All that a provider gets of an order: no item, no title, no name (reliability P44). */
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

/** The provider's answer about a payment; `status` is its own word. */
export type PaymentStatus = Observation & { readonly status: string };

/** A buyer's bank has taken up their complaint. `lost`: the money is gone. */
export type DisputeStatus = { readonly id: string; readonly state: 'open' | 'won' | 'lost' };

/** The content of a webhook, and the payment it is about. */
export type WebhookEvent = {
  readonly reference: string | null;
  readonly observation: Observation;
  readonly dispute?: DisputeStatus;
  /** It is about refunds under way: the provider is asked for their state. */
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
export type RefundStatus = { readonly state: 'pending' | 'done' | 'failed'; readonly code?: string };

/** A dispute of a payment, and what follows from it for the order. */
export type ReportedDispute = DisputeStatus & { readonly reported: Reported };

/** A payment in the provider's own records; the order is the one the provider was given. */
export type SettledPayment = { readonly orderId: string | null; readonly reference: string };
/** What happened between two moments: payments that arrived, and payments of which something went back. */
export type Settlements = {
  readonly payments: (SettledPayment & { readonly paid: Reported })[];
  readonly refunded: SettledPayment[];
};

export type SignedWebhook = {
  /** Signed within the last five minutes. */
  readonly isFresh: boolean;
  /** Null: the signature is good, but it speaks of nothing we act on. */
  readonly event: WebhookEvent | null;
};

/**
 * How a payment stands after it was to be closed. `isClosed`: the provider accepts no new payment for it. `paymentStatus` is
 * null when the provider has no such payment.
 */
export type Closed = { readonly isClosed: boolean; readonly paymentStatus: PaymentStatus | null };

export type PaymentProvider = {
  /** Safe to repeat for one order: the provider makes one payment, and answers the same.
   * @throws Refusal provider-failed */
  readonly startPayment: (order: PayableOrder) => Promise<StartedAtProvider>;
  /** @throws Refusal provider-failed */
  readonly readPayment: (order: { orderId: string; reference: string }) => Promise<PaymentStatus>;
  /** Closes a payment so that it can not be paid any more, unless it is paid or being processed. Safe to repeat.
   * @param order `reference` is null when the answer of its start never arrived
   * @throws Refusal provider-failed */
  readonly closePayment: (order: { orderId: string; reference: string | null }) => Promise<Closed>;
  /** Gives money back once for each refund id, or answers how that one stands. Safe to repeat.
   * @throws Refusal provider-failed when that can not be known now */
  readonly refund: (refund: AskedRefund) => Promise<RefundStatus>;
  /** The latest dispute of a payment, null when there is none. @throws Refusal provider-failed */
  readonly readDispute: (order: { orderId: string; reference: string }) => Promise<ReportedDispute | null>;
  /** @throws Refusal provider-failed */
  readonly listSettlements: (from: Date, to: Date) => Promise<Settlements>;
  /** @throws Refusal invalid-signature, validation-failed */
  readonly readWebhook: (raw: Uint8Array, headers: IncomingHttpHeaders, now: Date) => SignedWebhook;
};

export const FRESH_FOR_MS = 5 * 60_000;
export const PROVIDER_TIMEOUT_MS = 10_000;
