import type { Logger } from '@satrangi/chassis';
import type Stripe from 'stripe';
import type { Outcome, Returned } from '../orders/order-lifecycle.rules.ts';
import {
  type PayableOrder,
  type PaymentProvider,
  type PaymentStatus,
  PROVIDER_TIMEOUT_MS,
} from './provider.ts';
import { codeOf, failed } from './stripe-failures.ts';
import { stripeSettlements } from './stripe-settlements.ts';
import { readStripeWebhook } from './stripe-webhook.ts';

export type StripeSettings = {
  readonly STRIPE_SECRET_KEY: string;
  readonly STRIPE_WEBHOOK_SECRET: string;
  readonly STRIPE_BASE_URL?: string | undefined;
  readonly STATEMENT_NAME: string;
};

/** Loaded on first use, to save memory in processes without Stripe payments. */
export const connectStripe = async ({
  STRIPE_SECRET_KEY,
  STRIPE_BASE_URL,
}: StripeSettings): Promise<Stripe> => {
  const { default: Client } = await import('stripe');
  const base = STRIPE_BASE_URL ? new URL(STRIPE_BASE_URL) : null;
  return new Client(STRIPE_SECRET_KEY, {
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? 443 : 80),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
    maxNetworkRetries: 2,
    timeout: PROVIDER_TIMEOUT_MS,
    telemetry: false,
  });
};

const chargeOf = (intent: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof intent.latest_charge === 'object' ? intent.latest_charge : null;

const outcomeOf = (intent: Stripe.PaymentIntent): Outcome => {
  if (intent.status === 'succeeded') return 'paid';
  // A cancelled intent takes no money: the order expires, and the next request creates a new one.
  if (intent.status === 'canceled') return 'expired';
  return intent.status === 'requires_payment_method' && intent.last_payment_error ? 'failed' : 'open';
};

const returnsOf = (refunds: readonly Stripe.Refund[]): Returned[] =>
  refunds
    .filter(({ status }) => status === 'succeeded')
    .map(({ id, amount, currency, created }) => ({
      id,
      kind: 'refund',
      reported: { minor: amount, currency },
      at: new Date(created * 1000),
    }));

const readIntent = (intent: Stripe.PaymentIntent, refunds: readonly Stripe.Refund[]): PaymentStatus => {
  const charge = chargeOf(intent);
  const { currency, status } = intent;
  const refundedMinor = charge?.amount_refunded ?? 0;
  const orderId = intent.metadata.orderId ?? null;
  const returns = returnsOf(refunds);
  const common = { key: `stripe:${intent.id}`, orderId, status, refundedMinor, returns };
  if (charge?.refunded) {
    const reported = { minor: refundedMinor, currency };
    return { ...common, outcome: 'refunded', isAllBack: true, reported };
  }
  const outcome = outcomeOf(intent);
  const reported = outcome === 'paid' ? { minor: intent.amount_received, currency } : null;
  return { ...common, outcome, reported };
};

/** @param stripe the client, loaded on first use */
export const stripeProvider = (
  stripe: () => Promise<Stripe>,
  settings: StripeSettings,
  log: Logger,
): PaymentProvider => {
  const createIntent = async ({ orderId, number, amount }: PayableOrder): Promise<Stripe.PaymentIntent> => {
    try {
      const client = await stripe();
      return await client.paymentIntents.create(
        {
          amount: amount.minor,
          currency: amount.currency.toLowerCase(),
          description: `${settings.STATEMENT_NAME} ${number}`,
          metadata: { orderId },
          automatic_payment_methods: { enabled: true },
        },
        { idempotencyKey: orderId },
      );
    } catch (error) {
      throw failed(log, error, 'Payment initiation failed.');
    }
  };

  const read = async (reference: string): Promise<PaymentStatus> => {
    try {
      const client = await stripe();
      const intent = await client.paymentIntents.retrieve(reference, { expand: ['latest_charge'] });
      const hasRefunds = (chargeOf(intent)?.amount_refunded ?? 0) > 0;
      const refunds = hasRefunds
        ? (await client.refunds.list({ payment_intent: reference, limit: 100 })).data
        : [];
      return readIntent(intent, refunds);
    } catch (error) {
      throw failed(log, error, 'Payment confirmation failed.');
    }
  };

  return {
    load: stripe,
    startPayment: async (order) => {
      const { id, client_secret: secret } = await createIntent(order);
      if (!id || !secret) throw failed(log, null, 'No payment intent ID returned from Stripe.');
      return { reference: id, secret };
    },
    readPayment: ({ reference }) => read(reference),
    closePayment: async ({ reference }) => {
      // Without a reference the client secret was never sent to the buyer: the intent cannot be paid.
      if (reference === null) return { isClosed: true, paymentStatus: null };
      try {
        const client = await stripe();
        await client.paymentIntents.cancel(reference, { cancellation_reason: 'requested_by_customer' });
      } catch (error) {
        // The intent is paid, cancelled or being processed: its current state counts.
        if (codeOf(error) !== 'payment_intent_unexpected_state')
          throw failed(log, error, 'The order could not be cancelled. Please try again.');
      }
      const paymentStatus = await read(reference);
      return { isClosed: paymentStatus.status === 'canceled', paymentStatus };
    },
    ...stripeSettlements(stripe, (error, text) => failed(log, error, text)),
    readWebhook: readStripeWebhook(settings.STRIPE_WEBHOOK_SECRET),
  };
};
