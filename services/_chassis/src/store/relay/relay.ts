import type { Connection } from 'mongoose';
import { machineNow } from '../../base/clock.ts';
import { withoutCorrelation } from '../../base/correlation.ts';
import { failpoint } from '../../base/failpoint.ts';
import type { Logger } from '../../base/log.ts';
import { backOff } from '../../base/retry-delay.ts';
import { isTimeToCheck, lateDueTimes } from '../late-due-times.ts';
import { LEASE_MS, nextDue, type OutboxRow, type RawCollection, rawCollection } from '../outbox.ts';
import { createPendingOrder } from './pending-order.ts';
import { type RowDelivery, sendRows } from './send-rows.ts';
import { createSettler } from './settle-rows.ts';

export type RelayOptions = {
  readonly service: string;
  readonly connection: Connection;
  readonly collections: () => readonly { readonly name: string; readonly ephemeral: boolean }[];
  readonly delivery: RowDelivery;
  readonly busUp: () => boolean;
  readonly log: Logger;
  readonly idlePollMs?: number;
};

const BATCH = 200;
/** Documents in delivery at once; further ones wait in the store. */
const MAX_IN_FLIGHT = 2_000;
/** Other sweeps skip a swept document for this time. */
const CLAIM_MS = 10_000;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;
const OLDEST_OF = 100;

type QueuedRows = { rows: OutboxRow[] };

/**
 * Publishes pending outbox rows. Rows of this process are sent immediately; a sweep finds rows that a crash, the broker
 * or another process left. Retries have no limit, and concurrent relays are safe.
 */
export const createRelay = (options: RelayOptions) => {
  const { connection, delivery, log, service, idlePollMs = 5_000 } = options;
  const raw = new Map<string, RawCollection>();
  /** Documents in delivery. */
  const inFlight = new Map<string, QueuedRows>();
  /** Documents sent since the last sweep of a collection began. */
  const finished = new Set<string>();
  /** Documents with an unsent older event: the sweep sends their events in order. */
  const pendingOrder = createPendingOrder();
  const inProgress = new Set<Promise<void>>();
  const reported = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  let sweeping: Promise<void> | undefined;
  /** True until the first sweep: leases of a crashed process expire soon after it. */
  let first = true;
  const checksLateTimes = isTimeToCheck();
  let state: 'new' | 'running' | 'stopped' = 'new';

  const collection = (name: string): RawCollection => {
    const found = raw.get(name) ?? rawCollection(connection, name);
    raw.set(name, found);
    return found;
  };
  const settler = createSettler({
    service,
    log,
    collection,
    isEphemeral: (name) => options.collections().some((one) => one.name === name && one.ephemeral),
    onMore: () => scheduleSweep(1_000),
  });

  /** Logs each error message once, not once for each document. */
  const report = (cause: unknown): void => {
    const reason = cause instanceof Error ? cause.message : 'unknown';
    if (cause === undefined) reported.clear();
    else if (!reported.has(reason)) log.warn({ err: cause }, 'outbox publish failed');
    if (cause !== undefined && reported.size < 100) reported.add(reason);
  };

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

  /** @returns how many documents were due */
  const sweepCollection = async (name: string): Promise<number> => {
    finished.clear();
    const due = await collection(name)
      .find(
        { outboxDue: { $lte: nextDue(0) } },
        { projection: { outbox: 1, outboxTries: 1 }, limit: BATCH, sort: { outboxDue: 1 } },
      )
      .toArray();
    // documents that finished during the read are sent already
    const found = due.filter(({ _id }) => !finished.has(`${name}/${_id}`));
    if (found.length === 0) return 0;
    await collection(name).updateMany(
      { _id: { $in: found.map(({ _id }) => _id) }, outboxDue: { $exists: true } },
      { $set: { outboxDue: nextDue(CLAIM_MS) } },
    );
    for (const { _id, outbox = [], outboxTries = 0 } of found) {
      const key = `${name}/${_id}`;
      if (inFlight.has(key) || finished.has(key)) continue;
      pendingOrder.delete(name, _id);
      if (outbox.length > 0) deliver(name, _id, outbox, outboxTries);
      else
        await collection(name).updateOne(
          { _id, $or: [{ outbox: { $exists: false } }, { outbox: { $size: 0 } }] },
          { $unset: { outbox: 1, outboxDue: 1, outboxTries: 1 } },
        );
    }
    return due.length;
  };

  const sweepOnce = async (all: boolean): Promise<void> => {
    const late = all ? { $gt: nextDue(0) } : checksLateTimes() ? lateDueTimes() : null;
    for (const { name } of options.collections()) {
      if (late)
        await collection(name).updateMany(
          { outboxDue: late },
          { $set: { outboxDue: nextDue(0), outboxTries: 0 } },
        );
      for (;;) {
        const found = await sweepCollection(name);
        if (found < BATCH) break;
        if (inFlight.size >= MAX_IN_FLIGHT || !options.busUp()) return scheduleSweep(200);
      }
      await pendingOrder.dropSent(name, collection(name));
    }
  };

  /** Delivers due rows; with `all` also rows that are not due yet. */
  const sweep = async (all = false): Promise<void> => {
    if (all) await sweeping;
    sweeping ??= sweepOnce(all).finally(() => {
      sweeping = undefined;
    });
    await sweeping;
  };

  const sweepSafely = (all: boolean): Promise<void> =>
    sweep(all)
      .catch((err: unknown) => log.warn({ err }, 'outbox sweep failed'))
      .finally(() => {
        scheduleSweep(first ? LEASE_MS : idlePollMs);
        first = false;
      });

  /** Schedules the next sweep in `ms` at the latest. */
  const scheduleSweep = (ms: number): void => {
    if (state !== 'running') return;
    const at = performance.now() + ms * (1 + Math.random() / 4);
    if (at >= timerAt) return;
    clearTimeout(timer);
    timerAt = at;
    timer = setTimeout(() => {
      timerAt = Number.POSITIVE_INFINITY;
      void sweepSafely(false);
    }, at - performance.now());
    timer.unref();
  };

  return {
    /** Delivers rows that this process has just written. */
    sendSoon: (name: string, id: string, rows: readonly OutboxRow[]): void => {
      if (rows.length === 0) return;
      failpoint(`${service}.committed-before-publish`);
      const hasEvents = rows.some(({ kind }) => kind === 'event');
      const mustWait =
        state === 'stopped' || inFlight.size >= MAX_IN_FLIGHT || (hasEvents && !options.busUp());
      const mustKeepOrder = pendingOrder.has(name, id);
      if (hasEvents && (mustWait || mustKeepOrder)) pendingOrder.add(name, id);
      if (mustWait || mustKeepOrder) withoutCorrelation(() => scheduleSweep(LEASE_MS));
      else withoutCorrelation(() => deliver(name, id, rows, 0));
    },
    start: (): void => {
      state = 'running';
      scheduleSweep(10);
    },
    /** Sweeps immediately, when broker or live log are available again. */
    wake: (): void => {
      if (state === 'running') void sweepSafely(true);
    },
    /** Tries all pending rows once and settles the sent ones. */
    flush: async (): Promise<void> => {
      await Promise.allSettled([...inProgress]);
      await sweep(true);
      await Promise.allSettled([...inProgress]);
      await settler.done();
    },
    /** Number of documents with an unsent older event, as known to this process. */
    pendingOrderSize: (): number => pendingOrder.size(),
    /** Number of documents with pending rows. */
    depth: async (): Promise<number> => {
      const counts = await Promise.all(
        options
          .collections()
          .map(({ name }) => collection(name).countDocuments({ outboxDue: { $exists: true } })),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
    /** Age of the oldest pending event in seconds, among the first hundred of each collection; 0 without one. */
    oldestSeconds: async (): Promise<number> => {
      const pending = await Promise.all(
        options.collections().map(({ name }) =>
          collection(name)
            .find({ outboxDue: { $exists: true } }, { projection: { outbox: 1 } })
            .sort({ outboxDue: 1 })
            .limit(OLDEST_OF)
            .toArray(),
        ),
      );
      const times = pending
        .flat()
        .flatMap(({ outbox = [] }) =>
          outbox.map((row) => (row.kind === 'event' ? Date.parse(row.body.time) : NaN)),
        )
        .filter((time) => !Number.isNaN(time));
      return times.length === 0 ? 0 : Math.max(0, (machineNow() - Math.min(...times)) / 1_000);
    },
    stop: async (): Promise<void> => {
      state = 'stopped';
      clearTimeout(timer);
      await Promise.allSettled([...inProgress]);
      await settler.done();
    },
  };
};
export type Relay = ReturnType<typeof createRelay>;
