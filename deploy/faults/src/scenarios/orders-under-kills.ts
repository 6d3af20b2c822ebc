import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  countOutcomes,
  formatCounts,
  holdsInvariants,
  ordersOf,
  waitUntilFulfilled,
  waitUntilIdle,
} from '../checker.ts';
import type { Fixture, PartName } from '../fixture.ts';
import { forEachConcurrently } from '../http.ts';
import { confirmPayment, createOrder, type PaidOrder, payOrder } from '../purchase.ts';
import { shuffled } from '../random.ts';
import type { Reporter } from '../report.ts';
import type { Settings } from '../settings.ts';
import type { Scenario } from './scenario.ts';

/** The paid orders, and responses that no buyer should get. */
type OrderRun = { readonly paid: readonly PaidOrder[]; readonly failures: readonly string[] };
/** Kills one process, which is started again. */
export type Kill = { readonly target: string; readonly kill: () => Promise<void> };

const parts: readonly PartName[] = ['payments', 'library', 'gateway', 'mongo', 'catalog', 'identity'];
const BUYERS = 10;
const CONCURRENCY = 12;
/** Between two kills; the killed process is back by then or still starting. */
const KILL_INTERVAL_MS = 3_500;
const WHERE = fileURLToPath(new URL('../../../tools/where.mjs', import.meta.url));
/** Created, paid, granted, known to payments, receipt. */
const STEPS = 5;
const LOOKED_UP = 5;
const SETTLED_MS = 100_000;
// Longer than the task lease: a receipt that was being sent at a crash waits until it expires.
const QUIET_MS = 90_000;

/** Kills of the broker and Redis; none when they are shared with other runs. */
export const infraKills = ({ infra }: Fixture): Kill[] =>
  [infra.rabbit.server, infra.redis.server].flatMap((server, n) =>
    server
      ? [
          {
            target: n === 0 ? 'rabbitmq' : 'redis',
            kill: async () => {
              await server.kill();
              await sleep(500);
              await server.start();
            },
          },
        ]
      : [],
  );

/** Each target once in a random order, then again, `count` times in all. */
export const repeatedKills = (all: readonly Kill[], count: number): Kill[] => {
  const kills: Kill[] = [];
  while (kills.length < count) kills.push(...shuffled(all));
  return kills.slice(0, count);
};

const killsOfParts = (fixture: Fixture, { mongoUrl }: Settings): Kill[] =>
  parts
    .filter((target) => target !== 'mongo' || mongoUrl === null)
    .map((target) => ({ target, kill: () => fixture.crash(target) }));

const percentile = (values: readonly number[], share: number): string => {
  const sorted = [...values].sort((one, other) => one - other);
  return `${((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) / 1000).toFixed(1)} s`;
};

/** Makes the sandbox duplicate, reorder, delay and drop webhooks. */
export const degradeWebhooks = async (fixture: Fixture): Promise<void> => {
  for (const provider of ['stripe', 'cashfree']) {
    const target = `${provider}.webhooks.*`;
    await fixture.sandbox.setKnob({ target, dropWebhooks: true, chance: 0.1 });
    await fixture.sandbox.setKnob({ target, delayWebhooks: 3_000, chance: 0.05 });
    await fixture.sandbox.setKnob({ target, reorderWebhooks: true, chance: 0.2 });
    await fixture.sandbox.setKnob({ target, duplicateWebhooks: 1, chance: 0.3 });
    await fixture.sandbox.setKnob({ target, duplicateWebhooks: 2, chance: 0.2 });
  }
};

/**
 * P1: creates orders at both providers while random processes are killed; half of the orders are never confirmed by the
 * page. With zero kills it is the run without faults.
 */
export const createOrdersWhileKilling = async (
  fixture: Fixture,
  { orders, kills }: { orders: number; kills: readonly Kill[] },
  note: (line: string) => void,
): Promise<OrderRun> => {
  const readers = await Promise.all(Array.from({ length: BUYERS }, () => fixture.newReader()));
  const durationMs = Math.max(kills.length * KILL_INTERVAL_MS, 2_000);
  const began = Date.now();
  const paid: PaidOrder[] = [];
  const failures: string[] = [];
  const createAndPay = async (n: number): Promise<void> => {
    await sleep(Math.max(0, began + (n * durationMs) / orders - Date.now()));
    const reader = readers[n % BUYERS];
    const book = fixture.books[Math.floor(n / BUYERS) % fixture.books.length];
    if (!reader || !book) throw new Error('no reader or no book');
    const country = n % 2 === 0 ? 'IN' : 'US';
    const purchase = { reader, book, country, email: `${reader.userId}.${n}@faults.example` } as const;
    const one = await payOrder(
      fixture,
      purchase,
      await createOrder(fixture, purchase, `order-${reader.userId}-${n}`),
    );
    paid.push(one);
    if (n % 4 < 2) await confirmPayment(fixture, one);
  };
  const killAll = async (): Promise<void> => {
    for (const [n, { target, kill }] of kills.entries()) {
      await sleep(Math.max(0, began + (n + 0.5) * KILL_INTERVAL_MS - Date.now()));
      note(`kill ${target}`);
      await kill();
    }
  };
  const numbers = Array.from({ length: orders }, (_, n) => n);
  const createOrRecord = (n: number): Promise<void> =>
    createAndPay(n).catch((error: unknown) => {
      failures.push(error instanceof Error ? error.message : String(error));
    });
  await Promise.all([forEachConcurrently(numbers, CONCURRENCY, createOrRecord), killAll()]);
  return { paid, failures };
};

const grantTimes = async (fixture: Fixture, paid: readonly PaidOrder[]): Promise<number[]> => {
  const orders = await ordersOf(fixture)
    .find({ _id: { $in: paid.map(({ orderId }) => orderId) } })
    .toArray();
  const fulfilled = new Map(orders.map(({ _id, fulfilledAt }) => [_id, fulfilledAt?.getTime() ?? 0]));
  return paid.map(({ orderId, paidAt }) => Math.max(0, (fulfilled.get(orderId) ?? 0) - paidAt));
};

/** The steps of an order that `npm run where` does not find in the logs of all processes. */
const untoldSteps = ({ dir }: Fixture, orderId: string): string[] => {
  const logs = path.join(dir, 'data', 'logs');
  const { stdout } = spawnSync(process.execPath, [WHERE, orderId, '--logs', logs], { encoding: 'utf8' });
  const steps = [...stdout.matchAll(/^(yes|no ) (.+)$/gm)];
  if (steps.length !== STEPS) return [`${orderId}: ${steps.length} steps of ${STEPS}`];
  return steps.filter(([, isDone]) => isDone !== 'yes').map(([, , step = '']) => `${orderId}: ${step}`);
};

/** Waits until the orders are granted, and checks the invariants. */
export const checkOrders = async (
  name: string,
  fixture: Fixture,
  report: Reporter,
  { paid, failures }: OrderRun,
): Promise<void> => {
  const open = await waitUntilFulfilled(
    fixture,
    paid.map(({ orderId }) => orderId),
    SETTLED_MS,
  );
  await waitUntilIdle(fixture, QUIET_MS);
  const counts = await countOutcomes(fixture, paid);
  const durations = await grantTimes(fixture, paid);
  report.check(
    `${name}: every paid order is granted exactly once`,
    holdsInvariants(counts) && counts.attempt === paid.length && open === 0,
    `${formatCounts(counts)} paid-to-granted p50=${percentile(durations, 0.5)} p99=${percentile(durations, 0.99)} max=${percentile(durations, 1)}`,
    counts,
  );
  report.check(
    `${name}: no buyer gets a final refusal`,
    failures.length === 0,
    `${failures.length} of ${paid.length + failures.length} buyers were refused ${failures[0] ?? ''}`,
  );
};

const scenario = (
  name: string,
  killsOf: (sent: number) => number,
  ordersOfRun: (sent: number) => number,
): Scenario => ({
  name,
  run: async (fixture, report, settings) => {
    const kills = killsOf(settings.kills);
    if (kills > 0) await degradeWebhooks(fixture);
    const run = await createOrdersWhileKilling(
      fixture,
      {
        orders: ordersOfRun(settings.orders),
        kills: repeatedKills([...killsOfParts(fixture, settings), ...infraKills(fixture)], kills),
      },
      report.note,
    );
    await fixture.sandbox.clearKnobs();
    await fixture.ready();
    await checkOrders(name, fixture, report, run);
    if (kills === 0) {
      const untold = run.paid.slice(0, LOOKED_UP).flatMap(({ orderId }) => untoldSteps(fixture, orderId));
      report.check(
        `${name}: the logs tell each step of an order (P29)`,
        untold.length === 0,
        untold.join(', '),
      );
      return;
    }
    for (const [server, label] of [
      [fixture.infra.rabbit.server, 'RabbitMQ'],
      [fixture.infra.redis.server, 'Redis'],
      [settings.mongoUrl === null, 'MongoDB'],
    ] as const)
      if (!server) report.skip(`${name}: ${label} is killed too`, `${label} is shared with other runs`);
  },
});

export const noFaults = scenario(
  'no faults',
  () => 0,
  (orders) => Math.ceil(orders / 2),
);
export const ordersUnderKills = scenario(
  'random kills',
  (kills) => kills,
  (orders) => orders,
);
