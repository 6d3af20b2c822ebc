/** The same numbers from the same facts in any order, with crashes and redeliveries. */
import { anEvent } from '@satrangi/chassis/testing';
import { userDeleted, userRegistered } from '@satrangi/contracts';
import mongoose from 'mongoose';
import { expect, it, vi } from 'vitest';
import { totalsOf } from '../src/counting/windows.rules.ts';
import { toFact, windowOf } from '../src/facts/facts.rules.ts';
import { factsStore } from '../src/facts/facts.store.ts';
import { bootUsage, purchase, refund, type UsageFixture } from './boot-usage.ts';

const DAY_MS = 86_400_000;
const now = Date.now();
const EVENTS = process.env.SIZE === 'nightly' ? 50_000 : 300;
/** Deliveries at a time. */
const AT_ONCE = 20;
const TIMEOUT_MS = process.env.SIZE === 'nightly' ? 1_200_000 : 60_000;
/** One of the next month, with which no account stays active. */
const A_MONTH_MS = 32 * DAY_MS;

/** Repeatable: the same history each time. */
const randomOf = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
  return seed / 2 ** 32;
};
const shuffled = <T>(list: readonly T[], random: () => number): T[] =>
  list
    .map((item) => [random(), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);

const history = (count: number) => {
  const random = randomOf(7);
  const time = () => new Date(now - Math.floor(random() * 70 * DAY_MS));
  return Array.from({ length: count }, (_, n) => {
    const userId = `reader-${n % 40}`;
    if (n % 5 === 0)
      return anEvent(userRegistered, {
        id: `registered-${n}`,
        time: time(),
        data: { userId, role: 'USER', tokenVersion: 0 },
      });
    if (n % 5 === 1)
      return refund({
        orderId: `o${n + 1}`,
        refundId: 'r',
        rupeesMinor: 100 + n,
        isWhole: n % 2 === 0,
        at: time(),
      });
    return purchase({ orderId: `o${n}`, userId, minor: 10_000 + n, time: time() });
  });
};

/** Everything that is computed, without revisions and times of computing. */
const computed = async ({ service }: UsageFixture) => {
  const { connection } = service.internals.store;
  const all = await Promise.all(
    ['windows', 'months', 'people'].map((name) =>
      connection
        .collection(name)
        .find({}, { projection: { revision: 0 } })
        .sort({ _id: 1 })
        .toArray(),
    ),
  );
  return JSON.stringify(all, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
};

it('USE-16 P74 facts in any order, one to three times, in two processes, with erasures: a rebuild, also in the next month, and a fresh store give the same', {
  timeout: TIMEOUT_MS,
}, async () => {
  const events = history(EVENTS);
  const deletions = [3, 17, 29].map((n) =>
    anEvent(userDeleted, { id: `gone-${n}`, data: { userId: `reader-${n}` } }),
  );
  await using one = await bootUsage({ env: { DB_SUFFIX: '_rebuild' } });
  await using two = await bootUsage({ env: { DB_SUFFIX: '_rebuild' } });
  const random = randomOf(11);
  const deliveries = shuffled(
    [...events, ...events.filter(() => random() < 0.5), ...events.filter(() => random() < 0.3), ...deletions],
    random,
  );
  for (let from = 0; from < deliveries.length; from += AT_ONCE)
    await Promise.all(
      deliveries.slice(from, from + AT_ONCE).map((event, n) => (n % 2 ? one : two).service.deliver(event)),
    );
  await one.count();
  const [numbers, bytes] = [await one.admin.getKpis(), await computed(one)];
  const rebuilt = await one.admin.rebuild();

  expect(rebuilt).toMatchObject({ equal: true, facts: EVENTS, before: numbers, after: numbers });
  expect(await computed(one)).toBe(bytes);

  one.service.clock.advance(A_MONTH_MS);
  const later = await one.admin.rebuild();
  expect(later).toMatchObject({ equal: true, after: { activeUsers: 0, totalRevenue: numbers.totalRevenue } });
  expect(await computed(one)).toBe(bytes);

  await using fresh = await bootUsage();
  for (const event of deletions) await fresh.service.deliver(event);
  const reversed = events.toReversed();
  for (let from = 0; from < reversed.length; from += AT_ONCE)
    await Promise.all(reversed.slice(from, from + AT_ONCE).map((event) => fresh.service.deliver(event)));
  await fresh.count();
  expect(await fresh.admin.getKpis()).toEqual(numbers);
  expect(await computed(fresh)).toBe(bytes);
});

it('USE-16 P74 a rebuild repairs totals and accounts that were damaged', async () => {
  await using usage = await bootUsage();
  for (const event of history(60)) await usage.service.deliver(event);
  await usage.count();
  const [numbers, bytes] = [await usage.admin.getKpis(), await computed(usage)];
  const { connection } = usage.service.internals.store;
  await connection.collection('windows').updateMany({}, { $set: { 'paise.purchase-paid': 1 } });
  await connection.collection('months').updateMany({}, { $set: { wholes: 99 } });
  await connection.collection('people').updateMany({}, { $set: { lastPaid: new Date(0), days: [] } });
  const stray = {
    _id: 'money:2026-01-05T06:00:00.000Z',
    counts: { 'purchase-paid': 5 },
    kind: 'money',
    month: '2026-01',
    day: '2026-01-05',
    paise: {},
    wholes: 0,
    revision: 1,
  };
  await connection.collection<typeof stray>('windows').insertOne(stray);
  const { equal, after } = await usage.admin.rebuild();

  expect(equal).toBe(false);
  expect(after).toEqual(numbers);
  await connection.collection('windows').deleteMany({ counts: {} });
  await connection.collection('months').deleteMany({ counts: {} });
  expect(await computed(usage)).toBe(bytes);
});

it('P74 half hours of the site whose reports have expired stay as they are', async () => {
  await using usage = await bootUsage();
  const long = new Date(now - 400 * DAY_MS);
  usage.service.clock.set(long);
  await usage.visitor.track({ body: { eventType: 'page_view' } });
  await usage.count();
  usage.service.clock.set(new Date(now));
  await usage.service.internals.store.connection.collection('facts').deleteMany({});
  const bytes = await computed(usage);
  await usage.admin.rebuild();

  expect(await computed(usage)).toBe(bytes);
  expect(bytes).toContain('page_view');
});

it('P75 USE-13 a fact counts once even if its first write failed, before or after it was stored', async () => {
  await using usage = await bootUsage();
  const { prototype } = mongoose.mongo.Collection;
  const write = prototype.bulkWrite;
  let writes = 0;
  const failing = vi.spyOn(prototype, 'bulkWrite').mockImplementation(async function (
    this: typeof prototype,
    ...given
  ) {
    writes += 1;
    if (writes % 5 === 1) throw new Error('the store refused the write');
    const written = await write.apply(this, given);
    if (writes % 5 === 3) throw new Error('the answer of the store was lost');
    return written;
  });
  try {
    for (let n = 0; n < 40; n += 1) {
      const event = purchase({ orderId: `o${n}`, minor: 100 });
      // as the broker does: again until it is acknowledged, and once more
      await vi.waitFor(() => usage.service.deliver(event), { timeout: 10_000, interval: 1 });
      await vi.waitFor(() => usage.service.deliver(event), { timeout: 10_000, interval: 1 });
    }
    await vi.waitFor(() => usage.count(), { timeout: 10_000, interval: 1 });
  } finally {
    failing.mockRestore();
  }
  await usage.count();

  expect(writes).toBeGreaterThan(100);
  expect(await usage.admin.getKpis()).toMatchObject({ paidOrders: 40, totalRevenue: 40 });
});

it('USE-16 a half hour added up by the store is what its facts amount to, one by one', async () => {
  await using usage = await bootUsage();
  const { store } = usage.service.context;
  const facts = factsStore(store);
  const at = new Date(now - DAY_MS);
  const added = [
    toFact({ _id: 'paid', type: 'purchase-paid', at, paise: 49_900 }),
    toFact({ _id: 'paid-more', type: 'purchase-paid', at, paise: 3_000_000_000 }),
    toFact({ _id: 'back', type: 'purchase-returned', at, paise: 100 }),
    toFact({ _id: 'all-back', type: 'purchase-returned', at, paise: 49_800, isWhole: true }),
    toFact({ _id: 'nothing-back', type: 'contribution-returned', at, paise: 0 }),
    toFact({ _id: 'no-amount', type: 'run-fee-paid', at }),
  ];
  for (const fact of added) await facts.add(fact);

  const totals = totalsOf(await facts.ofWindow('money', windowOf(at)));
  expect(totals).toEqual(totalsOf(added));
  expect(JSON.stringify(totals)).toBe(JSON.stringify(totalsOf(added)));
  expect(totals).toEqual({
    counts: { 'contribution-returned': 1, 'purchase-paid': 2, 'purchase-returned': 2, 'run-fee-paid': 1 },
    paise: { 'contribution-returned': 0, 'purchase-paid': 3_000_049_900, 'purchase-returned': 49_900 },
    wholes: 1,
  });
});
