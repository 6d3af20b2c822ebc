import type { Logger } from '../../base/log.ts';
import { backOff } from '../../base/retry-delay.ts';
import { nextDue, type OutboxRow, type RawCollection } from '../outbox.ts';
import type { PendingOrder } from './pending-order.ts';
import { type RowDelivery, sendRows } from './send-rows.ts';
import type { Settler } from './settle-rows.ts';

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;

type QueuedRows = { rows: OutboxRow[] };

type DelivererDeps = {
  readonly delivery: RowDelivery;
  readonly log: Logger;
  readonly collection: (name: string) => RawCollection;
  readonly settler: Pick<Settler, 'settle'>;
  readonly pendingOrder: Pick<PendingOrder, 'add'>;
  /** Schedules a sweep in `ms` at the latest. */
  readonly scheduleSweep: (ms: number) => void;
};

/** Logs each error message once, not once for each document. */
const createReport = (log: Logger) => {
  const reported = new Set<string>();
  return (cause: unknown): void => {
    const reason = cause instanceof Error ? cause.message : 'unknown';
    if (cause === undefined) reported.clear();
    else if (!reported.has(reason)) log.warn({ err: cause }, 'outbox publish failed');
    if (cause !== undefined && reported.size < 100) reported.add(reason);
  };
};

/** Delivers the rows of documents and settles the sent ones. A failed batch is due again later, with back-off. */
export const createDeliverer = (deps: DelivererDeps) => {
  const { delivery, log, collection, settler, pendingOrder, scheduleSweep } = deps;
  /** Documents in delivery. */
  const inFlight = new Map<string, QueuedRows>();
  /** Documents sent since the last sweep of a collection began. */
  const finished = new Set<string>();
  const inProgress = new Set<Promise<void>>();
  const report = createReport(log);

  const runDelivery = async (name: string, id: string, queue: QueuedRows, tries: number): Promise<void> => {
    while (queue.rows.length > 0) {
      const rows = queue.rows;
      queue.rows = [];
      const { done, eventsPending, cause } = await sendRows(delivery, rows);
      report(cause);
      if (eventsPending) pendingOrder.add(name, id);
      await settler.settle(name, id, done);
      if (cause === undefined) continue;
      const wait = backOff(tries, FIRST_RETRY_MS, LAST_RETRY_MS);
      await collection(name).updateOne(
        { _id: id, outboxDue: { $exists: true } },
        { $set: { outboxDue: nextDue(wait), outboxTries: tries + 1 } },
      );
      scheduleSweep(wait);
      if (eventsPending) return;
    }
  };

  /** Delivers one batch of a document at a time; documents are delivered concurrently. */
  const deliver = (name: string, id: string, rows: readonly OutboxRow[], tries: number): void => {
    const key = `${name}/${id}`;
    const busy = inFlight.get(key);
    if (busy) return void busy.rows.push(...rows);
    const queue: QueuedRows = { rows: [...rows] };
    inFlight.set(key, queue);
    const work = runDelivery(name, id, queue, tries)
      .catch((err: unknown) => {
        log.warn({ err }, 'outbox delivery failed');
        scheduleSweep(1_000);
      })
      .finally(() => {
        inFlight.delete(key);
        finished.add(key);
        inProgress.delete(work);
      });
    inProgress.add(work);
  };

  return {
    deliver,
    /** Number of documents in delivery. */
    size: (): number => inFlight.size,
    /** Before a sweep reads a collection: only deliveries that end later are finished for it. */
    clearFinished: (): void => finished.clear(),
    isFinished: (name: string, id: string): boolean => finished.has(`${name}/${id}`),
    isInFlight: (name: string, id: string): boolean => inFlight.has(`${name}/${id}`),
    /** Waits for the deliveries in progress. */
    idle: async (): Promise<void> => {
      await Promise.allSettled([...inProgress]);
    },
  };
};
export type Deliverer = ReturnType<typeof createDeliverer>;
