import process from 'node:process';
import { parseArgs } from 'node:util';
import { z } from 'zod';

const Settings = z.object({
  items: z.enum(['1000', '10000', '100000']).default('1000').transform(Number),
  json: z.boolean().default(false),
  only: z.string().optional(),
  profile: z.string().optional(),
});
const Addresses = z.object({
  TEST_AMQP_URL: z.string().default('amqp://guest:guest@127.0.0.1:5672'),
  TEST_REDIS_URL: z.string().default('redis://127.0.0.1:6379'),
});

export type Settings = {
  /** Number of books in the catalog. */
  readonly items: number;
  readonly json: boolean;
  /** Names of the metrics to measure; null for all. */
  readonly only: readonly string[] | null;
  /** Folder for one CPU profile of each process; null for none. Profiling slows the platform. */
  readonly profile: string | null;
  readonly amqpUrl: string;
  readonly redisUrl: string;
};

/**
 * @param metrics that `--only` may name; by default none
 * @throws Error with a readable list of invalid options
 */
export const readSettings = (metrics: readonly string[] = []): Settings => {
  const { values } = parseArgs({
    options: {
      items: { type: 'string' },
      json: { type: 'boolean' },
      only: { type: 'string' },
      profile: { type: 'string' },
    },
  });
  const given = Settings.safeParse(values);
  if (!given.success) throw new Error(z.prettifyError(given.error));
  const { TEST_AMQP_URL: amqpUrl, TEST_REDIS_URL: redisUrl } = Addresses.parse(process.env);
  const { items, json, profile } = given.data;
  const only = given.data.only?.split(',') ?? null;
  const unknown = only?.filter((name) => !metrics.includes(name)) ?? [];
  if (unknown.length > 0) throw new Error(`--only: ${unknown.join(', ')} is none of ${metrics.join(', ')}`);
  return { items, json, only, profile: profile ?? null, amqpUrl, redisUrl };
};
