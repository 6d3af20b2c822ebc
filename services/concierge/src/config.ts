import { weakSecrets } from '@satrangi/chassis';
import { z } from 'zod';

const MIN_SECRET = 32;
const count = (fallback: number) => z.coerce.number().int().positive().default(fallback);

export const ConciergeConfig = z.object({
  CONVERSATION_SECRET: z
    .string('CONVERSATION_SECRET is missing')
    .min(MIN_SECRET, `CONVERSATION_SECRET must have at least ${MIN_SECRET} characters`)
    .describe('keys the stored ids of conversations and their owners; the same on all replicas'),
  CATALOG_URL: z.url('CATALOG_URL is missing').describe('where items, their prices and the search come from'),
  CMS_URL: z
    .url()
    .optional()
    .describe('where policies and questions come from; without it, the texts of the release'),
  PAYMENTS_URL: z.url().optional().describe('where a signed-in reader’s own orders come from'),
  SITE_NAME: z.string().default('Satrangi'),
  CONTACT_EMAIL: z.string().default('hello@satrangi.example'),
  CHAT_PER_MINUTE: count(20).describe('messages from one client address in a minute'),
  CHAT_SUGGESTIONS_PER_MINUTE: count(40).describe(
    'requests for follow-up questions from one address in a minute',
  ),
});
export type ConciergeConfig = z.output<typeof ConciergeConfig>;

/** Settings that are allowed in development only. */
export const refusedInProduction = ({ CONVERSATION_SECRET }: ConciergeConfig): string[] =>
  weakSecrets({ CONVERSATION_SECRET });
