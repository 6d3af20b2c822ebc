import process from 'node:process';
import { parseArgs } from 'node:util';
import { z } from 'zod';

const Settings = z.object({
  items: z.enum(['1000', '10000']).default('1000').transform(Number),
  json: z.boolean().default(false),
  only: z.string().optional(),
  profile: z.string().optional(),
});
const Addresses = z.object({
  TEST_AMQP_URL: z.string().default('amqp://guest:guest@127.0.0.1:5672'),
  TEST_REDIS_URL: z.string().default('redis://127.0.0.1:6379'),
});

export type Settings = {
  /** Books on the shelf. */
  readonly items: number;
  readonly json: boolean;
  /** Names of the metrics to measure; null for all. */
  readonly only: readonly string[] | null;
  /** A folder for one CPU profile of each part; null for none. Profiled numbers are lower. */
  readonly profile: string | null;
  readonly amqpUrl: string;
  readonly redisUrl: string;
};

/** @throws Error with a readable list of what is wrong. */
export const readSettings = (): Settings => {
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
  const { items, json, only, profile } = given.data;
  return { items, json, only: only?.split(',') ?? null, profile: profile ?? null, amqpUrl, redisUrl };
};
