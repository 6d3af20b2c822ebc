import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { invalidRequest, stripeRefusal } from './stripe-errors.ts';
import { type Intent, type StripeRecords, toIntent } from './stripe-records.ts';

/** Whose cards pay it, and whether the card is attached to them; an empty usage clears it. */
const cardFields = {
  customer: z.string().min(1).optional(),
  setup_future_usage: z.enum(['on_session', 'off_session', '']).optional(),
};

export const CreateIntent = z.object({
  amount: z.coerce.number().int().positive(),
  currency: z.string().regex(/^[a-z]{3}$/i),
  description: z.string().optional(),
  receipt_email: z.string().optional(),
  shipping: z.unknown().optional(),
  metadata: z.record(z.string(), z.string()).default({}),
  ...cardFields,
});
export type CreateIntent = z.infer<typeof CreateIntent>;

/** Stripe's minimum amount in minor units. */
const leastAmount: Record<string, number> = { usd: 50, inr: 50 };

export const createIntent =
  (records: StripeRecords, now: () => Date) =>
  (order: CreateIntent): Intent => {
    const currency = order.currency.toLowerCase();
    const least = leastAmount[currency];
    if (least === undefined) throw invalidRequest(`Invalid currency: ${currency}.`, { param: 'currency' });
    if (order.amount < least) {
      throw invalidRequest(`Amount must be at least ${least} ${currency} minor units`, {
        code: 'amount_too_small',
        param: 'amount',
      });
    }
    const id = `pi_${randomBytes(12).toString('hex')}`;
    const intent: Intent = {
      id,
      clientSecret: `${id}_secret_${randomBytes(12).toString('hex')}`,
      amount: order.amount,
      currency,
      status: 'requires_payment_method',
      created: Math.floor(now().getTime() / 1000),
      description: order.description ?? null,
      receiptEmail: order.receipt_email ?? null,
      shipping: order.shipping ?? null,
      metadata: order.metadata,
      lastError: null,
      canceledAt: null,
      customer: order.customer === undefined ? null : records.customers.existing(order.customer).id,
      setupFutureUsage: order.setup_future_usage || null,
    };
    records.intents.put(intent);
    return intent;
  };

export const UpdateIntent = z.object({
  description: z.string().optional(),
  receipt_email: z.string().optional(),
  metadata: z.record(z.string(), z.string()).default({}),
  ...cardFields,
});

type CardChange = Pick<z.infer<typeof UpdateIntent>, 'customer' | 'setup_future_usage'>;

/** A paid or cancelled intent keeps its customer and usage, and a customer is never replaced by another one. */
const withCard = (records: StripeRecords, intent: Intent, change: CardChange): Intent => {
  const { customer, setup_future_usage: usage } = change;
  if (customer === undefined && usage === undefined) return intent;
  const unexpectedState = (message: string) =>
    stripeRefusal(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message,
      payment_intent: toIntent(intent, records.refundsOf(intent.id)),
    });
  if (intent.status !== 'requires_payment_method')
    throw unexpectedState(
      `This PaymentIntent could not be updated because it has a status of ${intent.status}.`,
    );
  if (customer !== undefined) records.customers.existing(customer);
  if (customer !== undefined && intent.customer !== null && customer !== intent.customer)
    throw unexpectedState('You cannot modify `customer` on a PaymentIntent once it already has been set.');
  return {
    ...intent,
    customer: customer ?? intent.customer,
    setupFutureUsage: usage === undefined ? intent.setupFutureUsage : usage || null,
  };
};

/** Metadata is merged, and an empty value removes its key, as Stripe does. */
export const updateIntent = (
  records: StripeRecords,
  intent: Intent,
  change: z.infer<typeof UpdateIntent>,
): Intent => {
  const merged = Object.entries({ ...intent.metadata, ...change.metadata });
  const changed = {
    ...withCard(records, intent, change),
    description: change.description ?? intent.description,
    receiptEmail: change.receipt_email ?? intent.receiptEmail,
    metadata: Object.fromEntries(merged.filter(([, value]) => value !== '')),
  };
  records.intents.put(changed);
  return changed;
};
