import { z } from 'zod';
import { WebhookMode } from '../webhooks.ts';

/** What a buyer's bank does about one payment. */
export const DisputeWish = z.strictObject({
  orderId: z.string().optional(),
  paymentIntentId: z.string().optional(),
  outcome: z.enum(['open', 'won', 'lost']),
  amountMinor: z.int().positive().optional(),
  webhook: WebhookMode.default('send'),
});
export type DisputeWish = z.infer<typeof DisputeWish>;
