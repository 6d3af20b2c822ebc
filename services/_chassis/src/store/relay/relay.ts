import type { Connection } from 'mongoose';
import { backOff } from '../../clock.ts';
import { withoutCorrelation } from '../../correlation.ts';
import { failpoint } from '../../failpoint.ts';
import type { Logger } from '../../log.ts';
import { LEASE_MS, nextDue, type OutboxRow, type RawCollection, rawCollection } from '../outbox.ts';
import { createBehind } from './behind.ts';
import { type RelayWays, sendRows } from './send-rows.ts';
import { createSettler } from './settle-rows.ts';

export type RelayOptions = {
  readonly service: string;
  readonly connection: Connection;
  readonly collections: () => readonly { readonly name: string; readonly ephemeral: boolean }[];
  readonly ways: RelayWays;
  readonly busUp: () => boolean;
  readonly log: Logger;
  readonly idlePollMs?: number;
};

const BATCH = 200;
/** Documents under way at once; beyond it the rest waits in the store. */
const MOST_LANES = 2_000;
/** A swept document is left alone by other sweeps for this long. */
const CLAIM_MS = 10_000;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;

type Lane = { rows: OutboxRow[] };

/**
 * Sends what documents wait to say. Rows written by this process leave at once; what a crash, a broker or another
 * process left behind is found by index. It never gives up, and two relays at once do no harm.
 */
export const createRelay = (options: RelayOptions) => {
  const { connection, ways, log, service, idlePollMs = 5_000 } = options;
  const raw = new Map<string, RawCollection>();
  /** Documents being sent right now. */
  const lanes = new Map<string, Lane>();
  /** Documents that were sent since the last look at the store began. */
  const finished = new Set<string>();
  /** Documents with an older event unsent: a newer one must not overtake it, the sweep sends them in order. */
  const behind = createBehind();
  const underWay = new Set<Promise<void>>();
  const told = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  let sweeping: Promise<void> | undefined;
  /** A process that died just before us held leases: look again as soon as they have run out. */
  let first = true;
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
    onMore: () => poke(1_000),
  });

  /** One line for each kind of trouble, not one for each document. */
  const tell = (cause: unknown): void => {
    const reason = cause instanceof Error ? cause.message : 'unknown';
    if (cause === undefined) told.clear();
    else if (!told.has(reason)) log.warn({ err: cause }, 'could not send; will go on trying');
    if (cause !== undefined && told.size < 100) told.add(reason);
  };

  const runLane = async (name: string, id: string, lane: Lane, tries: number): Promise<void> => {
    while (lane.rows.length > 0) {
      const rows = lane.rows;
      lane.rows = [];
      const { done, eventsWait, cause } = await sendRows(ways, rows);
      tell(cause);
      if (eventsWait) behind.add(name, id);
      await settler.settle(name, id, done);
      if (cause === undefined) continue;
      const wait = backOff(tries, FIRST_RETRY_MS, LAST_RETRY_MS);
      await collection(name).updateOne(
        { _id: id, outboxDue: { $exists: true } },
        { $set: { outboxDue: nextDue(wait), outboxTries: tries + 1 } },
      );
      poke(wait);
      if (eventsWait) return;
    }
  };

  /** One document at a time, different documents side by side. */
  const enter = (name: string, id: string, rows: readonly OutboxRow[], tries: number): void => {
    const key = `${name}/${id}`;
    const busy = lanes.get(key);
    if (busy) return void busy.rows.push(...rows);
    const lane: Lane = { rows: [...rows] };
    lanes.set(key, lane);
    const work = runLane(name, id, lane, tries)
      .catch((err: unknown) => {
        log.warn({ err }, 'relay stumbled');
        poke(1_000);
      })
      .finally(() => {
        lanes.delete(key);
        finished.add(key);
        underWay.delete(work);
      });
    underWay.add(work);
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
    // what ended while we were reading was read too early: it is sent already
    const found = due.filter(({ _id }) => !finished.has(`${name}/${_id}`));
    if (found.length === 0) return 0;
    await collection(name).updateMany(
      { _id: { $in: found.map(({ _id }) => _id) }, outboxDue: { $exists: true } },
      { $set: { outboxDue: nextDue(CLAIM_MS) } },
    );
    for (const { _id, outbox = [], outboxTries = 0 } of found) {
      const key = `${name}/${_id}`;
      if (lanes.has(key) || finished.has(key)) continue;
      behind.delete(name, _id);
      if (outbox.length > 0) enter(name, _id, outbox, outboxTries);
      else
        await collection(name).updateOne(
          { _id, $or: [{ outbox: { $exists: false } }, { outbox: { $size: 0 } }] },
          { $unset: { outbox: 1, outboxDue: 1, outboxTries: 1 } },
        );
    }
    return due.length;
  };

  const sweepOnce = async (all: boolean): Promise<void> => {
    for (const { name } of options.collections()) {
      if (all)
        await collection(name).updateMany(
          { outboxDue: { $gt: nextDue(0) } },
          { $set: { outboxDue: nextDue(0), outboxTries: 0 } },
        );
      for (;;) {
        const found = await sweepCollection(name);
        if (found < BATCH) break;
        if (lanes.size >= MOST_LANES || !options.busUp()) return poke(200);
      }
      await behind.forgetSent(name, collection(name));
    }
  };

  /** Looks for everything due; with `all` for everything that waits, whenever it was due. */
  const sweep = async (all = false): Promise<void> => {
    if (all) await sweeping;
    sweeping ??= sweepOnce(all).finally(() => {
      sweeping = undefined;
    });
    await sweeping;
  };

  const sweepSafely = (all: boolean): Promise<void> =>
    sweep(all)
      .catch((err: unknown) => log.warn({ err }, 'could not look for unsent rows'))
      .finally(() => {
        poke(first ? LEASE_MS : idlePollMs);
        first = false;
      });

  /** The next look comes in `ms` at the latest. */
  const poke = (ms: number): void => {
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
    /** Rows this process has just written. */
    sendSoon: (name: string, id: string, rows: readonly OutboxRow[]): void => {
      if (rows.length === 0) return;
      failpoint(`${service}.committed-before-publish`);
      const hasEvents = rows.some(({ kind }) => kind === 'event');
      const mustWait = state === 'stopped' || lanes.size >= MOST_LANES || (hasEvents && !options.busUp());
      const isBehind = behind.has(name, id);
      if (hasEvents && (mustWait || isBehind)) behind.add(name, id);
      if (mustWait || isBehind) withoutCorrelation(() => poke(LEASE_MS));
      else withoutCorrelation(() => enter(name, id, rows, 0));
    },
    start: (): void => {
      state = 'running';
      poke(10);
    },
    /** Broker or live log are back: what waits need not wait longer. */
    wake: (): void => {
      if (state === 'running') void sweepSafely(true);
    },
    /** One whole round: everything that waits is tried, everything sent is marked. */
    flush: async (): Promise<void> => {
      await Promise.allSettled([...underWay]);
      await sweep(true);
      await Promise.allSettled([...underWay]);
      await settler.done();
    },
    /** How many documents are known here to have an older event unsent. */
    behind: (): number => behind.size(),
    /** How many documents have something to say. */
    depth: async (): Promise<number> => {
      const counts = await Promise.all(
        options
          .collections()
          .map(({ name }) => collection(name).countDocuments({ outboxDue: { $exists: true } })),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
    stop: async (): Promise<void> => {
      state = 'stopped';
      clearTimeout(timer);
      await Promise.allSettled([...underWay]);
      await settler.done();
    },
  };
};
export type Relay = ReturnType<typeof createRelay>;
