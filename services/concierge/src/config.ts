import { countSetting, sandboxHosts, secretSetting, weakSecrets } from '@satrangi/chassis';
import { z } from 'zod';

export const ConciergeConfig = z.object({
  CONVERSATION_SECRET: secretSetting('CONVERSATION_SECRET').describe(
    'keys the stored ids of conversations and their owners; the same on all replicas',
  ),
  CATALOG_URL: z.url('CATALOG_URL is missing').describe('where items, their prices and the search come from'),
  CMS_URL: z
    .url()
    .optional()
    .describe('where policies and questions come from; without it, the texts of the release'),
  PAYMENTS_URL: z.url().optional().describe('where a signed-in reader’s own orders come from'),
  VIRTUAL_RUN_URL: z.url().optional().describe('where dates, phase and fees of the run come from'),
  AI_PROVIDER: z
    .enum(['openai', 'local'])
    .optional()
    .describe('local: no model is called; default: openai when OPENAI_API_KEY is set'),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: z.url().optional().describe('another endpoint that speaks the same protocol'),
  AI_MODEL: z.string().default('gpt-4.1-mini'),
  AI_TIMEOUT_MS: countSetting(12_000).describe('longest time for a model, with all of its tool calls'),
  AI_RUPEES_PER_DAY: z.coerce
    .number()
    .positive()
    .default(200)
    .describe('beyond it replies are made without a model'),
  AI_RUPEES_PER_MILLION_IN: z.coerce.number().nonnegative().default(40),
  AI_RUPEES_PER_MILLION_OUT: z.coerce.number().nonnegative().default(160),
  SITE_NAME: z.string().default('Satrangi'),
  CONTACT_EMAIL: z.string().default('hello@satrangi.example'),
  CHAT_PER_MINUTE: countSetting(20).describe('messages from one client address in a minute'),
  CHAT_SUGGESTIONS_PER_MINUTE: countSetting(40).describe(
    'requests for follow-up questions from one address in a minute',
  ),
});
export type ConciergeConfig = z.output<typeof ConciergeConfig>;

/** Settings that are allowed in development only. */
export const refusedInProduction = ({ CONVERSATION_SECRET, OPENAI_BASE_URL }: ConciergeConfig): string[] => [
  ...weakSecrets({ CONVERSATION_SECRET }),
  ...sandboxHosts({ OPENAI_BASE_URL }),
];
