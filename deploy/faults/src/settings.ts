import process from 'node:process';
import { parseArgs } from 'node:util';
import { z } from 'zod';

const PULL_REQUEST = {
  orders: 200,
  kills: 12,
  scale: 1,
  parallel: 2,
  restarts: 3,
  replicatedOrders: 60,
  deadServiceSeconds: 2,
  outageSeconds: 2,
  isNightly: false,
};
/** Sizes of a nightly run (P1: 60 kills, at least five of each process; P27 and P28 at full size). */
const NIGHTLY = {
  orders: 2_000,
  kills: 60,
  scale: 5,
  parallel: 2,
  restarts: 50,
  replicatedOrders: 500,
  deadServiceSeconds: 60,
  outageSeconds: 60,
  isNightly: true,
};

const Settings = z.object({
  orders: z.coerce.number().int().min(8).max(20_000).optional(),
  kills: z.coerce.number().int().min(0).max(1_000).optional(),
  parallel: z.coerce.number().int().min(1).max(16).optional(),
  nightly: z.boolean().default(false),
  report: z.string().optional(),
  only: z.string().optional(),
  'keep-data': z.boolean().default(false),
  'given-stores': z.boolean().default(false),
  'start-within': z.coerce.number().int().min(0).default(Number.POSITIVE_INFINITY),
});

const Addresses = z.object({
  TEST_AMQP_URL: z.string().default('amqp://guest:guest@127.0.0.1:5672'),
  TEST_REDIS_URL: z.string().default('redis://127.0.0.1:6379'),
  TEST_MONGODB_URI: z.string().optional(),
});

export type Settings = {
  readonly orders: number;
  readonly kills: number;
  /** Factor for the sizes that scenarios define themselves; 1 for a pull request. */
  readonly scale: number;
  /** Orders through replicas while these are killed. */
  readonly replicatedOrders: number;
  /** Number of rolling restarts (P28). */
  readonly restarts: number;
  /** Downtime of each service in `dead service` (P27). */
  readonly deadServiceSeconds: number;
  /** Downtime of each dependency in `dependency outages`. */
  readonly outageSeconds: number;
  /** For scenarios with sizes of their own. */
  readonly isNightly: boolean;
  /** Number of fixtures at a time. */
  readonly parallel: number;
  readonly report: string | undefined;
  /** Comma-separated name prefixes; other scenarios are not run. */
  readonly only: string | undefined;
  /** Keeps logs and stores after the run, to debug a failure. */
  readonly keepsData: boolean;
  /** Scenarios that have not started by then are not run, and named in the report. */
  readonly startWithinSeconds: number;
  readonly amqpUrl: string;
  readonly redisUrl: string;
  /** Uses the stores that the environment names, and starts and kills none. For one suite: its databases have fixed names. */
  readonly usesGivenStores: boolean;
  /** Null: an embedded store is started. */
  readonly mongoUrl: string | null;
};

/** @throws Error with a readable list of invalid options */
export const readSettings = (): Settings => {
  const { values } = parseArgs({
    options: {
      orders: { type: 'string' },
      kills: { type: 'string' },
      parallel: { type: 'string' },
      nightly: { type: 'boolean' },
      report: { type: 'string' },
      only: { type: 'string' },
      'keep-data': { type: 'boolean' },
      'given-stores': { type: 'boolean' },
      'start-within': { type: 'string' },
    },
  });
  const given = Settings.safeParse(values);
  if (!given.success) throw new Error(z.prettifyError(given.error));
  const { TEST_AMQP_URL: amqpUrl, TEST_REDIS_URL: redisUrl, TEST_MONGODB_URI } = Addresses.parse(process.env);
  const { nightly, report, only, 'keep-data': keepsData, 'given-stores': usesGivenStores } = given.data;
  const startWithinSeconds = given.data['start-within'];
  const mongoUrl = usesGivenStores ? (TEST_MONGODB_URI ?? null) : null;
  const baseline = nightly ? NIGHTLY : PULL_REQUEST;
  const { orders = baseline.orders, kills = baseline.kills, parallel = baseline.parallel } = given.data;
  return {
    ...{ ...baseline, orders, kills, parallel, report, only, keepsData },
    ...{ startWithinSeconds, amqpUrl, redisUrl, usesGivenStores, mongoUrl },
  };
};
