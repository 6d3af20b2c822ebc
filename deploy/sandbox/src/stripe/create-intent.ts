import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { invalidRequest } from './stripe-errors.ts';
import type { Intent, StripeRecords } from './stripe-records.ts';

export const CreateIntent = z.object({
  amount: z.coerce.number().int().positive(),
  currency: z.string().regex(/^[a-z]{3}$/i),
  description: z.string().optional(),
  receipt_email: z.string().optional(),
  shipping: z.unknown().optional(),
  metadata: z.record(z.string(), z.string()).default({}),
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
    };
    records.intents.put(intent);
    return intent;
  };

export const UpdateIntent = z.object({
  description: z.string().optional(),
  receipt_email: z.string().optional(),
  metadata: z.record(z.string(), z.string()).default({}),
});

/** Metadata is merged, and an empty value removes its key, as Stripe does. */
export const updateIntent = (
  records: StripeRecords,
  intent: Intent,
  change: z.infer<typeof UpdateIntent>,
): Intent => {
  const merged = Object.entries({ ...intent.metadata, ...change.metadata });
  const changed = {
    ...intent,
    description: change.description ?? intent.description,
    receiptEmail: change.receipt_email ?? intent.receiptEmail,
    metadata: Object.fromEntries(merged.filter(([, value]) => value !== '')),
  };
  records.intents.put(changed);
  return changed;
};
