import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { pageFacts, paging } from './paging.ts';
import { Instant } from './schemas.ts';

const SubscriberState = z.enum(['pending', 'active']).describe('pending: requested and not confirmed');

/** A subscriber in a list that is only looked through. */
const SubscriberRow = z.object({
  _id: z.string(),
  email: z.string().describe('masked'),
  state: SubscriberState,
  askedAt: Instant,
  confirmedAt: Instant.nullable(),
});
export type SubscriberRow = z.infer<typeof SubscriberRow>;

export const subscribersApi = defineApi({
  listSubscribers: {
    method: 'GET',
    path: '/admin/newsletter/subscribers',
    access: 'admin',
    summary: 'Subscribers with masked addresses, those who asked last first; `q` is a whole address',
    query: z.object({
      q: z.string().trim().max(320).optional(),
      state: SubscriberState.optional(),
      ...paging(100, 20, 100_000),
    }),
    response: z.object({
      results: z.array(SubscriberRow),
      readers: z.int().describe('confirmed subscribers: whom a letter reaches now'),
      ...pageFacts,
    }),
  },
  downloadSubscribers: {
    method: 'GET',
    path: '/admin/newsletter/subscribers.csv',
    access: 'admin',
    audited: true,
    kind: 'stream',
    summary: 'All confirmed subscribers as CSV for spreadsheets: UTF-8 with BOM, formulas escaped',
    response: z.unknown(),
  },
});
