import type { Clock } from '@satrangi/chassis';
import type { Order } from '../orders/order.rules.ts';
import { isScheduledTooLate, LATE_SCHEDULE_MS } from '../orders/order-lifecycle.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';

/** Limits of schedules in one read, and of reads in one call. */
const BATCH = 200;
const TURNS = 25;

/**
 * Checks the orders that wait for the hour of a clock that was set back (decision 0121). Reads a bounded number of schedules
 * each time, and goes on where the last call stopped.
 */
export const lateSchedules = (
  orders: Pick<OrderStore, 'byId' | 'scheduled'>,
  clock: Clock,
  check: (orders: Order[], signal: AbortSignal) => Promise<void>,
) => {
  /** Where the next read goes on; null: with the nearest schedule. */
  let readUntil: Date | null = null;

  const readFrom = async (from: Date, now: Date, signal: AbortSignal): Promise<void> => {
    const scheduled = await orders.scheduled(from, BATCH);
    for (const { _id, state, since, nextCheckAt } of scheduled) {
      if (signal.aborted) return;
      if (!isScheduledTooLate(state, since, nextCheckAt, now)) continue;
      const order = await orders.byId(_id);
      if (order) await check([order], signal);
    }
    const last = scheduled.length < BATCH ? null : (scheduled.at(-1)?.nextCheckAt ?? null);
    // a whole batch of one time must not be read for ever
    readUntil = last && last <= from ? new Date(from.getTime() + 1) : last;
  };

  return async (signal: AbortSignal): Promise<void> => {
    const now = clock.now();
    const nearest = new Date(now.getTime() + LATE_SCHEDULE_MS);
    for (let turn = 0; turn < TURNS && !signal.aborted; turn += 1) {
      await readFrom(readUntil && readUntil > nearest ? readUntil : nearest, now, signal);
      if (readUntil === null) return;
    }
  };
};
