import { z } from 'zod';
import { defineApi } from './endpoint.ts';

/** A card that Stripe stores for a reader: what a page shows of it (decision 0180). */
export const StoredCard = z.object({
  brand: z.string().describe('as Stripe names it: `visa`, `mastercard`'),
  last4: z.string().regex(/^\d{4}$/),
  expMonth: z.int().min(1).max(12),
  expYear: z.int(),
});
export type StoredCard = z.infer<typeof StoredCard>;

/** The stored card of a reader. Part of the API of payments; a purchase stores or uses it by `storedCard` of `create`. */
export const storedCardApi = defineApi({
  getStoredCard: {
    method: 'GET',
    path: '/payments/stored-card',
    access: 'user',
    summary: 'The card that Stripe stores for the caller; null: none. The latest, when it stores several',
    response: z.object({ card: StoredCard.nullable() }),
    problems: ['provider-failed'],
  },
  removeStoredCard: {
    method: 'DELETE',
    path: '/payments/stored-card',
    access: 'user',
    summary: 'Remove every card that Stripe stores for the caller; idempotent',
    response: z.object({ ok: z.literal(true) }),
    problems: ['provider-failed'],
  },
});
