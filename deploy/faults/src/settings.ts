import process from 'node:process';
import { parseArgs } from 'node:util';
import { z } from 'zod';

const PULL_REQUEST = {
  orders: 200,
  kills: 12,
  scale: 1,
  worlds: 4,
  restarts: 5,
  deadSeconds: 2,
  awaySeconds: 2,
};
/** What a whole night has time for (reliability P1: 60 kills, at least five of each part; P27 and P28 as they stand). */
const NIGHTLY = {
  orders: 2_000,
  kills: 60,
  scale: 5,
  worlds: 2,
  restarts: 50,
  deadSeconds: 60,
  awaySeconds: 60,
};

const Settings = z.object({
  orders: z.coerce.number().int().min(8).max(20_000).optional(),
  kills: z.coerce.number().int().min(0).max(1_000).optional(),
  worlds: z.coerce.number().int().min(1).max(16).optional(),
  nightly: z.boolean().default(false),
  report: z.string().optional(),
  only: z.string().optional(),
  'keep-data': z.boolean().default(false),
});

const Addresses = z.object({
  TEST_AMQP_URL: z.string().default('amqp://guest:guest@127.0.0.1:5672'),
  TEST_REDIS_URL: z.string().default('redis://127.0.0.1:6379'),
});

export type Settings = {
  readonly orders: number;
  readonly kills: number;
  /** How many times as much is done as for a pull request, where a scenario has a number of its own. */
  readonly scale: number;
  /** Stops one after the other (P28). */
  readonly restarts: number;
  /** How long each service is gone (P27). */
  readonly deadSeconds: number;
  /** How long each part is late, or gone in the middle. */
  readonly awaySeconds: number;
  /** So many platforms side by side. */
  readonly worlds: number;
  readonly report: string | undefined;
  /** Run only the scenarios whose name starts like this. */
  readonly only: string | undefined;
  /** Leave logs and stores in place for whoever looks into a red run. */
  readonly keepsData: boolean;
  readonly amqpUrl: string;
  readonly redisUrl: string;
};

/** @throws Error with a readable list of what is wrong. */
export const readSettings = (): Settings => {
  const { values } = parseArgs({
    options: {
      orders: { type: 'string' },
      kills: { type: 'string' },
      worlds: { type: 'string' },
      nightly: { type: 'boolean' },
      report: { type: 'string' },
      only: { type: 'string' },
      'keep-data': { type: 'boolean' },
    },
  });
  const given = Settings.safeParse(values);
  if (!given.success) throw new Error(z.prettifyError(given.error));
  const { TEST_AMQP_URL: amqpUrl, TEST_REDIS_URL: redisUrl } = Addresses.parse(process.env);
  const { nightly, report, only, 'keep-data': keepsData } = given.data;
  const usual = nightly ? NIGHTLY : PULL_REQUEST;
  const { orders = usual.orders, kills = usual.kills, worlds = usual.worlds } = given.data;
  return { ...usual, orders, kills, worlds, report, only, keepsData, amqpUrl, redisUrl };
};
