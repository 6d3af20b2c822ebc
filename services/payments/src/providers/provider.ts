import type { IncomingHttpHeaders } from 'node:http';
import type { Money } from '@satrangi/contracts';
import type { Observation, Reported } from '../orders/order-lifecycle.rules.ts';

/** The order data sent to a provider: no item, no title, no name (reliability P44). */
export type PayableOrder = {
  readonly orderId: string;
  readonly number: string;
  /** Opaque. */
  readonly userId: string;
  readonly amount: Money;
  readonly phone: string | null;
  readonly returnOrigin: string;
  readonly createdAt: Date;
  /** Identifies this attempt: retries within one attempt are one call for the provider. */
  readonly attempt: string;
};

/**
 * `reference` names the payment at the provider (Stripe's payment intent; for Cashfree it is our own order id),
 * `secret` opens the provider's form in the buyer's browser.
 */
export type StartedAtProvider = { readonly reference: string; readonly secret: string };

/** The provider's view of a payment; `status` is the provider's own value. */
export type PaymentStatus = Observation & { readonly status: string };

/** State of a chargeback dispute. `lost`: the money was taken back. */
export type DisputeStatus = { readonly id: string; readonly state: 'open' | 'won' | 'lost' };

/** The content of a webhook, and the payment it is about. */
export type WebhookEvent = {
  readonly reference: string | null;
  readonly observation: Observation;
  readonly dispute?: DisputeStatus;
  /** It reports open refunds: their state is read from the provider. */
  readonly isAboutRefunds?: boolean;
};

export type RefundCall = {
  readonly orderId: string;
  readonly reference: string;
  readonly refundId: string;
  readonly amount: Money;
  readonly number: string;
  /** Identifies this attempt. */
  readonly attempt: string;
};
/** The state of a refund at the provider; `code` is the provider's refusal code. */
export type RefundStatus = { readonly state: 'pending' | 'done' | 'failed'; readonly code?: string };

/** A dispute of a payment, and its effect on the order. */
export type ReportedDispute = DisputeStatus & { readonly reported: Reported };

/** A payment in the provider's records, with the order id sent to the provider. */
export type SettledPayment = { readonly orderId: string | null; readonly reference: string };
/** Payments and refunded payments of a period. */
export type Settlements = {
  readonly payments: (SettledPayment & { readonly paid: Reported })[];
  readonly refunded: SettledPayment[];
};

export type SignedWebhook = {
  /** Signed within the last five minutes. */
  readonly isFresh: boolean;
  /** Null: the signature is valid, but the event type is not handled. */
  readonly event: WebhookEvent | null;
};

/**
 * The state of a payment after a close request. `isClosed`: the provider accepts no new payment for it. `paymentStatus` is
 * null when the provider has no such payment.
 */
export type Closed = { readonly isClosed: boolean; readonly paymentStatus: PaymentStatus | null };

export type PaymentProvider = {
  /** Loads the provider's SDK, which otherwise the first call loads. */
  readonly load: () => Promise<unknown>;
  /** Safe to repeat for one order: the provider creates one payment and returns the same result.
   * @throws Refusal provider-failed */
  readonly startPayment: (order: PayableOrder) => Promise<StartedAtProvider>;
  /** @throws Refusal provider-failed */
  readonly readPayment: (order: { orderId: string; reference: string }) => Promise<PaymentStatus>;
  /** Closes a payment, unless it is paid or being processed. Safe to repeat.
   * @param order `reference` is null when the response to its start was lost
   * @throws Refusal provider-failed */
  readonly closePayment: (order: { orderId: string; reference: string | null }) => Promise<Closed>;
  /** Creates a refund once for each refund id, or returns its state. Safe to repeat.
   * @throws Refusal provider-failed when the state is unknown */
  readonly refund: (refund: RefundCall) => Promise<RefundStatus>;
  /** The latest dispute of a payment, null when there is none. @throws Refusal provider-failed */
  readonly readDispute: (order: { orderId: string; reference: string }) => Promise<ReportedDispute | null>;
  /** @throws Refusal provider-failed */
  readonly listSettlements: (from: Date, to: Date) => Promise<Settlements>;
  /** @throws Refusal invalid-signature, validation-failed */
  readonly readWebhook: (raw: Uint8Array, headers: IncomingHttpHeaders, now: Date) => SignedWebhook;
};

export const FRESH_FOR_MS = 5 * 60_000;
export const PROVIDER_TIMEOUT_MS = 10_000;
