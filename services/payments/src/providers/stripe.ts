import { type Logger, Refusal } from '@satrangi/chassis';
import type Stripe from 'stripe';
import type { Outcome } from '../orders/orders.rules.ts';
import { lazily } from './lazily.ts';
import { type PayableOrder, type PaymentProvider, PROVIDER_TIMEOUT_MS, type Reading } from './provider.ts';
import { stripeBooks } from './stripe-books.ts';
import { readStripeWebhook } from './stripe-webhook.ts';

export type StripeSettings = {
  readonly STRIPE_SECRET_KEY: string;
  readonly STRIPE_WEBHOOK_SECRET: string;
  readonly STRIPE_BASE_URL?: string | undefined;
  readonly STATEMENT_NAME: string;
};

/** Loaded when first needed: a process that sells nothing does not carry the SDK. */
const connect = async ({ STRIPE_SECRET_KEY, STRIPE_BASE_URL }: StripeSettings): Promise<Stripe> => {
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

/** Stripe's code goes to the log and to support; the buyer reads our words. */
const failed = (log: Logger, error: unknown, text: string): Refusal => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const stripeError = typeof code === 'string' ? code : 'no_answer';
  log.warn({ provider: 'stripe', code: stripeError }, 'provider failed');
  return new Refusal('provider-failed', text, { data: { provider: 'stripe', stripeError } });
};

const chargeOf = (intent: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof intent.latest_charge === 'object' ? intent.latest_charge : null;

const outcomeOf = (intent: Stripe.PaymentIntent): Outcome => {
  if (intent.status === 'succeeded') return 'paid';
  // It takes no money any more: the order is over, and the next press makes another.
  if (intent.status === 'canceled') return 'expired';
  return intent.status === 'requires_payment_method' && intent.last_payment_error ? 'failed' : 'open';
};

const readIntent = (intent: Stripe.PaymentIntent): Reading => {
  const charge = chargeOf(intent);
  const { currency, status } = intent;
  const refundedMinor = charge?.amount_refunded ?? 0;
  const orderId = intent.metadata.orderId ?? null;
  const common = { key: `stripe:${intent.id}`, orderId, status, refundedMinor };
  if (charge?.refunded) {
    const reported = { minor: refundedMinor, currency };
    return { ...common, outcome: 'refunded', isAllBack: true, reported };
  }
  const outcome = outcomeOf(intent);
  const reported = outcome === 'paid' ? { minor: intent.amount_received, currency } : null;
  return { ...common, outcome, reported };
};

export const stripeProvider = (settings: StripeSettings, log: Logger): PaymentProvider => {
  const stripe = lazily(() => connect(settings));

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

  return {
    startPayment: async (order) => {
      const { id, client_secret: secret } = await createIntent(order);
      if (!id || !secret) throw failed(log, null, 'No payment intent ID returned from Stripe.');
      return { reference: id, secret };
    },
    readPayment: async ({ reference }) => {
      try {
        const client = await stripe();
        return readIntent(await client.paymentIntents.retrieve(reference, { expand: ['latest_charge'] }));
      } catch (error) {
        throw failed(log, error, 'Payment confirmation failed.');
      }
    },
    ...stripeBooks(stripe, (error, text) => failed(log, error, text)),
    readWebhook: readStripeWebhook(settings.STRIPE_WEBHOOK_SECRET),
  };
};
