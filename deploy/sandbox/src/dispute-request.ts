import { z } from 'zod';
import { WebhookMode } from './webhooks.ts';

/** Opens or closes the dispute of one payment. */
export const DisputeRequest = z.strictObject({
  orderId: z.string().optional(),
  paymentIntentId: z.string().optional(),
  outcome: z.enum(['open', 'won', 'lost']),
  amountMinor: z.int().positive().optional(),
  webhook: WebhookMode.default('send'),
});
export type DisputeRequest = z.infer<typeof DisputeRequest>;
