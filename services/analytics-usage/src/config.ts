import { countSetting, secretSetting, weakSecrets } from '@satrangi/chassis';
import { SITE_EVENTS_PER_MINUTE } from '@satrangi/contracts';
import { z } from 'zod';

export const AnalyticsUsageConfig = z.object({
  PSEUDONYM_SECRET: secretSetting('PSEUDONYM_SECRET').describe(
    'key of the pseudonyms of accounts; the same on all replicas, never changed',
  ),
  WHATSAPP_APP_SECRET: z
    .string()
    .min(16, 'WHATSAPP_APP_SECRET must have at least 16 characters')
    .optional()
    .describe('signs messages that arrive; without it they are refused'),
  WHATSAPP_VERIFY_TOKEN: z
    .string()
    .min(8, 'WHATSAPP_VERIFY_TOKEN must have at least 8 characters')
    .optional()
    .describe('WhatsApp sends it when the webhook is set up'),
  AI_RATE_PER_MINUTE: z.coerce
    .number()
    .nonnegative()
    .default(0)
    .describe('rupees for a minute of the concierge, at most two decimals'),
  SITE_EVENTS_PER_MINUTE: countSetting(SITE_EVENTS_PER_MINUTE).describe(
    'reports of the site from one address',
  ),
  SITE_EVENTS_PER_DAY: countSetting(1_500).describe(
    'reports of the site from one address in a day: about 500 kB',
  ),
});
export type AnalyticsUsageConfig = z.output<typeof AnalyticsUsageConfig>;

/** Settings that are allowed in development only. */
export const refusedInProduction = ({ PSEUDONYM_SECRET }: AnalyticsUsageConfig): string[] =>
  weakSecrets({ PSEUDONYM_SECRET });
