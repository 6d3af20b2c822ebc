import { expect, it } from 'vitest';
import { lateSchedules } from './late-schedules.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const HOUR = 3_600_000;

type Scheduled = { _id: string; state: 'paid' | 'pending'; since: Date; nextCheckAt: Date };

/** Orders that a right clock scheduled: paid half a day ago and not granted. */
const scheduledRightly = (count: number): Scheduled[] =>
  Array.from({ length: count }, (_, n) => ({
    _id: `order-${n}`,
    state: 'paid',
    since: new Date(NOW - 12 * HOUR),
    nextCheckAt: new Date(NOW + HOUR / 2 + Math.floor(n / 3)),
  }));

/** @returns runs the job once, and what it read and found late since the last run */
const jobOver = (all: readonly Scheduled[]) => {
  let read = 0;
  const found: string[] = [];
  const orders = {
    scheduled: async (from: Date, limit: number) => {
      const page = all.filter(({ nextCheckAt }) => nextCheckAt >= from).slice(0, limit);
      read += page.length;
      return page;
    },
    byId: async (id: string) => {
      found.push(id);
      return null;
    },
  };
  const check = lateSchedules(
    // the ids of tests have no brand
    orders as unknown as Parameters<typeof lateSchedules>[0],
    { now: () => new Date(NOW) },
    async () => undefined,
  );
  return async () => {
    read = 0;
    await check(new AbortController().signal);
    return { read, found: found.splice(0) };
  };
};

it('reads a bounded number of schedules at once, and goes on where it stopped', async () => {
  const late: Scheduled = {
    _id: 'late',
    state: 'pending',
    since: new Date(NOW),
    nextCheckAt: new Date(NOW + HOUR),
  };
  const run = jobOver([...scheduledRightly(7_000), late]);

  const runs = [await run(), await run(), await run()];

  expect(Math.max(...runs.map(({ read }) => read))).toBeLessThanOrEqual(5_000);
  expect(runs.flatMap(({ found }) => found)).toEqual(['late']);
});

it('reads the schedules of few orders completely, each time', async () => {
  const run = jobOver(scheduledRightly(150));
  expect([await run(), await run()]).toEqual([
    { read: 150, found: [] },
    { read: 150, found: [] },
  ]);
});
