import { setTimeout as sleep } from 'node:timers/promises';
import { shuffled } from '../chance.ts';
import { count, inWords, isClean, ordersOf, untilFulfilled, untilQuiet } from '../checker.ts';
import { inLanes } from '../http.ts';
import { comeBack, type Paid, pay, start } from '../shop.ts';
import type { PartName, World } from '../world.ts';
import type { Scenario } from './scenario.ts';

/** What was paid, and what a buyer was answered that no buyer should be. */
type Bought = { readonly paid: readonly Paid[]; readonly troubles: readonly string[] };
type Victim = PartName | 'rabbitmq' | 'redis';

const parts: readonly PartName[] = ['payments', 'library', 'gateway', 'mongo', 'catalog', 'identity'];
const BUYERS = 10;
const LANES = 12;
/** From one kill to the next; what was killed is back by then, or the next one meets it coming up. */
const PACE_MS = 3_500;
const SETTLED_MS = 100_000;
// Longer than the lease of outside work: a receipt that was under way at a death waits for its end.
const QUIET_MS = 90_000;

/** Each victim once in a random order, then any of them, as often as asked. */
const victimsOf = (world: World, kills: number): Victim[] => {
  const { rabbit, redis } = world.infra;
  const all: Victim[] = [
    ...parts,
    ...(rabbit.server ? (['rabbitmq'] as const) : []),
    ...(redis.server ? (['redis'] as const) : []),
  ];
  const victims: Victim[] = [];
  while (victims.length < kills) victims.push(...shuffled(all));
  return victims.slice(0, kills);
};

const killOne = async (world: World, victim: Victim): Promise<void> => {
  if (victim !== 'rabbitmq' && victim !== 'redis') return world.crash(victim);
  const server = victim === 'rabbitmq' ? world.infra.rabbit.server : world.infra.redis.server;
  await server?.kill();
  await sleep(500);
  await server?.start();
};

const times = (values: readonly number[], share: number): string => {
  const sorted = [...values].sort((one, other) => one - other);
  return `${((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) / 1000).toFixed(1)} s`;
};

/** Webhooks as bad as they come: sent up to three times, overtaking each other, late, and some never. */
const spoilWebhooks = async (world: World): Promise<void> => {
  for (const provider of ['stripe', 'cashfree']) {
    const target = `${provider}.webhooks.*`;
    await world.sandbox.knob({ target, dropWebhooks: true, chance: 0.1 });
    await world.sandbox.knob({ target, delayWebhooks: 3_000, chance: 0.05 });
    await world.sandbox.knob({ target, reorderWebhooks: true, chance: 0.2 });
    await world.sandbox.knob({ target, duplicateWebhooks: 1, chance: 0.3 });
    await world.sandbox.knob({ target, duplicateWebhooks: 2, chance: 0.2 });
  }
};

/**
 * P1: buyers buy at both providers while parts are killed at random; half of them close the page after paying. With no
 * kills it is the thin path.
 */
const buyWhileKilling = async (
  world: World,
  { orders, kills }: { orders: number; kills: number },
  note: (line: string) => void,
): Promise<Bought> => {
  const readers = await Promise.all(Array.from({ length: BUYERS }, () => world.newReader()));
  const span = Math.max(kills * PACE_MS, 2_000);
  const began = Date.now();
  const paid: Paid[] = [];
  const troubles: string[] = [];
  const buyOne = async (n: number): Promise<void> => {
    await sleep(Math.max(0, began + (n * span) / orders - Date.now()));
    const reader = readers[n % BUYERS];
    const book = world.books[Math.floor(n / BUYERS) % world.books.length];
    if (!reader || !book) throw new Error('nobody to buy, or nothing');
    const country = n % 2 === 0 ? 'IN' : 'US';
    const wish = { reader, book, country, email: `${reader.userId}.${n}@faults.example` } as const;
    const one = await pay(world, wish, await start(world, wish, `order-${reader.userId}-${n}`));
    paid.push(one);
    if (n % 4 < 2) await comeBack(world, one);
  };
  const killAll = async (): Promise<void> => {
    for (const [n, victim] of victimsOf(world, kills).entries()) {
      await sleep(Math.max(0, began + (n + 0.5) * PACE_MS - Date.now()));
      note(`kill ${victim}`);
      await killOne(world, victim);
    }
  };
  const numbers = Array.from({ length: orders }, (_, n) => n);
  const buyOrTell = (n: number): Promise<void> =>
    buyOne(n).catch((error: unknown) => {
      troubles.push(error instanceof Error ? error.message : String(error));
    });
  await Promise.all([inLanes(numbers, LANES, buyOrTell), killAll()]);
  return { paid, troubles };
};

const grantTimes = async (world: World, paid: readonly Paid[]): Promise<number[]> => {
  const orders = await ordersOf(world)
    .find({ _id: { $in: paid.map(({ orderId }) => orderId) } })
    .toArray();
  const fulfilled = new Map(orders.map(({ _id, fulfilledAt }) => [_id, fulfilledAt?.getTime() ?? 0]));
  return paid.map(({ orderId, paidAt }) => Math.max(0, (fulfilled.get(orderId) ?? 0) - paidAt));
};

const scenario = (
  name: string,
  killsOf: (asked: number) => number,
  ordersOfRun: (asked: number) => number,
): Scenario => ({
  name,
  run: async (world, report, settings) => {
    const kills = killsOf(settings.kills);
    if (kills > 0) await spoilWebhooks(world);
    const { paid, troubles } = await buyWhileKilling(
      world,
      { orders: ordersOfRun(settings.orders), kills },
      report.note,
    );
    await world.sandbox.clearKnobs();
    await world.ready();
    const open = await untilFulfilled(
      world,
      paid.map(({ orderId }) => orderId),
      SETTLED_MS,
    );
    await untilQuiet(world, QUIET_MS);
    const counts = await count(world, paid);
    const took = await grantTimes(world, paid);
    report.check(
      `${name}: every paid order is granted exactly once`,
      isClean(counts) && counts.attempt === paid.length && open === 0,
      `${inWords(counts)} paid-to-granted p50=${times(took, 0.5)} p99=${times(took, 0.99)} max=${times(took, 1)}`,
      counts,
    );
    report.check(
      `${name}: no buyer is told anything but "later" or the truth`,
      troubles.length === 0,
      `${troubles.length} of ${paid.length + troubles.length} buyers were refused ${troubles[0] ?? ''}`,
    );
    if (kills === 0) return;
    for (const [server, label] of [
      [world.infra.rabbit.server, 'RabbitMQ'],
      [world.infra.redis.server, 'Redis'],
    ] as const)
      if (!server)
        report.skip(`${name}: ${label} is killed too`, `${label} of this machine is shared; none to kill`);
  },
});

export const thinPath = scenario(
  'no faults',
  () => 0,
  (orders) => Math.ceil(orders / 2),
);
export const ordersUnderKills = scenario(
  'random kills',
  (kills) => kills,
  (orders) => orders,
);
