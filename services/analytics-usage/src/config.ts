import { weakSecrets } from '@satrangi/chassis';
import { SITE_EVENTS_PER_MINUTE } from '@satrangi/contracts';
import { z } from 'zod';

const MIN_SECRET = 32;
const count = (fallback: number) => z.coerce.number().int().positive().default(fallback);

export const AnalyticsUsageConfig = z.object({
  PSEUDONYM_SECRET: z
    .string('PSEUDONYM_SECRET is missing')
    .min(MIN_SECRET, `PSEUDONYM_SECRET must have at least ${MIN_SECRET} characters`)
    .describe('key of the pseudonyms of accounts; the same on all replicas, never changed'),
  SITE_EVENTS_PER_MINUTE: count(SITE_EVENTS_PER_MINUTE).describe('reports of the site from one address'),
  SITE_EVENTS_PER_DAY: count(1_500).describe('reports of the site from one address in a day: about 500 kB'),
});
export type AnalyticsUsageConfig = z.output<typeof AnalyticsUsageConfig>;

/** Settings that are allowed in development only. */
export const refusedInProduction = ({ PSEUDONYM_SECRET }: AnalyticsUsageConfig): string[] =>
  weakSecrets({ PSEUDONYM_SECRET });
