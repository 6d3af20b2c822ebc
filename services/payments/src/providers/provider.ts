import type { IncomingHttpHeaders } from 'node:http';
import type { Money } from '@satrangi/contracts';
import type { Observation } from '../orders/orders.rules.ts';

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
};

/**
 * `reference` names the payment at the provider (Stripe's payment intent; for Cashfree it is our own order id),
 * `secret` opens the provider's form in the buyer's browser.
 */
export type StartedAtProvider = { readonly reference: string; readonly secret: string };

/** What the provider itself says of a payment; `status` is its own word for it. */
export type Reading = Observation & { readonly status: string };

/** What a webhook says, and of which payment. */
export type Notice = { readonly reference: string | null; readonly observation: Observation };

export type Heard = {
  /** Signed within the last five minutes. */
  readonly isFresh: boolean;
  /** Null: the signature is good, but it speaks of nothing we act on. */
  readonly notice: Notice | null;
};

export type PaymentProvider = {
  /** Safe to repeat for one order: the provider makes one payment, and answers the same.
   * @throws Refusal provider-failed */
  readonly startPayment: (order: PayableOrder) => Promise<StartedAtProvider>;
  /** @throws Refusal provider-failed */
  readonly readPayment: (order: { orderId: string; reference: string }) => Promise<Reading>;
  /** @throws Refusal invalid-signature, validation-failed */
  readonly readWebhook: (raw: Uint8Array, headers: IncomingHttpHeaders, now: Date) => Heard;
};

export const FRESH_FOR_MS = 5 * 60_000;
export const PROVIDER_TIMEOUT_MS = 10_000;
