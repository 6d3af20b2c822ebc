import { isTimeToCheck, lateDueTimes } from '../late-due-times.ts';
import { nextDue, type RawCollection } from '../outbox.ts';
import type { Deliverer } from './deliver-rows.ts';
import type { PendingOrder } from './pending-order.ts';

const BATCH = 200;
/** Documents in delivery at once; further ones wait in the store. */
export const MAX_IN_FLIGHT = 2_000;
/** Other sweeps skip a swept document for this time. */
const CLAIM_MS = 10_000;

type SweepDeps = {
  readonly collections: () => readonly { readonly name: string }[];
  readonly collection: (name: string) => RawCollection;
  readonly deliverer: Deliverer;
  readonly pendingOrder: Pick<PendingOrder, 'delete' | 'dropSent'>;
  readonly busUp: () => boolean;
  /** Schedules a sweep in `ms` at the latest. */
  readonly scheduleSweep: (ms: number) => void;
};

/**
 * Finds the documents with due rows and delivers them.
 * @returns a sweep of all collections; with `all` also of rows that are not due yet
 */
export const createSweep = (deps: SweepDeps) => {
  const { collections, collection, deliverer, pendingOrder, busUp, scheduleSweep } = deps;
  const checksLateTimes = isTimeToCheck();

  /** @returns how many documents were due */
  const sweepCollection = async (name: string): Promise<number> => {
    deliverer.clearFinished();
    const due = await collection(name)
      .find(
        { outboxDue: { $lte: nextDue(0) } },
        { projection: { outbox: 1, outboxTries: 1 }, limit: BATCH, sort: { outboxDue: 1 } },
      )
      .toArray();
    // documents that finished during the read are sent already
    const found = due.filter(({ _id }) => !deliverer.isFinished(name, _id));
    if (found.length === 0) return 0;
    await collection(name).updateMany(
      { _id: { $in: found.map(({ _id }) => _id) }, outboxDue: { $exists: true } },
      { $set: { outboxDue: nextDue(CLAIM_MS) } },
    );
    for (const { _id, outbox = [], outboxTries = 0 } of found) {
      if (deliverer.isInFlight(name, _id) || deliverer.isFinished(name, _id)) continue;
      pendingOrder.delete(name, _id);
      if (outbox.length > 0) deliverer.deliver(name, _id, outbox, outboxTries);
      else
        await collection(name).updateOne(
          { _id, $or: [{ outbox: { $exists: false } }, { outbox: { $size: 0 } }] },
          { $unset: { outbox: 1, outboxDue: 1, outboxTries: 1 } },
        );
    }
    return due.length;
  };

  return async (all: boolean): Promise<void> => {
    const late = all ? { $gt: nextDue(0) } : checksLateTimes() ? lateDueTimes() : null;
    for (const { name } of collections()) {
      if (late)
        await collection(name).updateMany(
          { outboxDue: late },
          { $set: { outboxDue: nextDue(0), outboxTries: 0 } },
        );
      for (;;) {
        const found = await sweepCollection(name);
        if (found < BATCH) break;
        if (deliverer.size() >= MAX_IN_FLIGHT || !busUp()) return scheduleSweep(200);
      }
      await pendingOrder.dropSent(name, collection(name));
    }
  };
};
