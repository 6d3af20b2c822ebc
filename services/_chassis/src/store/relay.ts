import type { Connection } from 'mongoose';
import type { Bus } from '../bus/bus.ts';
import { backOff, jittered, machineNow } from '../clock.ts';
import { failpoint } from '../failpoint.ts';
import type { Logger } from '../log.ts';
import { safety } from '../safety.ts';
import { APPLIED_DAYS, nextDue, type OutboxRow, type RawCollection, rawCollection } from './outbox.ts';

export type RelayWays = {
  readonly publish: Bus['publish'];
  readonly say: (row: OutboxRow & { kind: 'live' }) => Promise<void>;
  readonly doWork: (row: OutboxRow & { kind: 'work' }) => Promise<void>;
  readonly remove: (row: OutboxRow & { kind: 'remove' }) => Promise<'go on' | 'never mind'>;
};

export type RelayOptions = {
  readonly service: string;
  readonly connection: Connection;
  /** Collections whose documents have an outbox. `ephemeral` ones hold nothing else and are deleted when empty. */
  readonly collections: () => readonly { readonly name: string; readonly ephemeral: boolean }[];
  readonly ways: RelayWays;
  readonly busUp: () => boolean;
  readonly log: Logger;
  readonly idlePollMs?: number;
};

const BATCH = 200;
/** Documents whose rows are under way at once; beyond it the rest waits in the store. */
const MOST_UNDER_WAY = 2_000;

type Settled = { readonly id: string; readonly rows: readonly string[] };
type Lane = { rows: OutboxRow[]; busy: boolean };

/**
 * Sends what documents wait to say. Rows written by this process leave at once; everything a crash, a broker or
 * another process left behind is found by index. It never gives up, and two relays at once do no harm.
 */
export const createRelay = (options: RelayOptions) => {
  const { connection, ways, log, service, idlePollMs = 5_000 } = options;
  const raw = new Map<string, RawCollection>();
  const lanes = new Map<string, Lane>();
  const unsettled = new Map<string, Settled[]>();
  const underWay = new Set<Promise<void>>();
  const logged = new Set<string>();
  let settling: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> | undefined;
  let state: 'new' | 'running' | 'stopped' = 'new';

  const collectionOf = (name: string): RawCollection => {
    const found = raw.get(name) ?? rawCollection(connection, name);
    raw.set(name, found);
    return found;
  };
  const isEphemeral = (name: string): boolean =>
    options.collections().some((one) => one.name === name && one.ephemeral);

  /** Sends rows in order. Events wait for the one before; what pages hear waits for the events of its own write. */
  const send = async (rows: readonly OutboxRow[]): Promise<{ done: string[]; failed: boolean }> => {
    const done: string[] = [];
    const held = new Set<string>();
    let eventsStopped = false;
    let cause: unknown;
    const attempt = async (row: OutboxRow, act: () => Promise<void>): Promise<boolean> => {
      try {
        await act();
        done.push(row.id);
        return true;
      } catch (error) {
        cause ??= error;
        return false;
      }
    };
    const removal = rows.find((row) => row.kind === 'remove');
    if (removal) {
      const verdict = await ways.remove(removal);
      if (verdict === 'never mind') return { done: rows.map(({ id }) => id), failed: false };
      done.push(removal.id);
    }
    for (const row of rows) {
      if (row.kind !== 'event') continue;
      const sent = !eventsStopped && (await attempt(row, () => ways.publish(row.body)));
      if (!sent) {
        eventsStopped = true;
        held.add(row.write);
      }
    }
    await Promise.all(
      rows.map((row) => {
        if (row.kind === 'live' && !held.has(row.write)) return attempt(row, () => ways.say(row));
        return row.kind === 'work' ? attempt(row, () => ways.doWork(row)) : undefined;
      }),
    );
    if (cause !== undefined) {
      const reason = cause instanceof Error ? cause.message : 'unknown';
      if (!logged.has(reason)) log.warn({ err: cause }, 'could not send; will go on trying');
      logged.add(reason);
    } else logged.clear();
    return { done, failed: cause !== undefined };
  };

  /** Everything sent since the last write leaves its documents in one batch. */
  const settleAll = async (): Promise<void> => {
    while (unsettled.size > 0) {
      const batches = [...unsettled];
      unsettled.clear();
      for (const [name, settled] of batches) {
        const collection = collectionOf(name);
        const ephemeral = isEphemeral(name);
        const byId = new Map<string, string[]>();
        for (const { id, rows } of settled) byId.set(id, [...(byId.get(id) ?? []), ...rows]);
        failpoint('chassis.confirmed-before-mark');
        failpoint(`${service}.published-before-mark`);
        const entries = [...byId];
        // only ours are left: the whole outbox goes; otherwise ours are taken out of it
        const whole = entries.map(([_id, ids]) => {
          const filter = { _id, outbox: { $not: { $elemMatch: { id: { $nin: ids } } } } };
          return ephemeral
            ? { deleteOne: { filter } }
            : { updateOne: { filter, update: { $unset: { outbox: 1, outboxDue: 1, outboxTries: 1 } } } };
        });
        const result = await collection.bulkWrite(whole as never, { ordered: false });
        if (result.matchedCount + result.deletedCount === entries.length) continue;
        const old = new Date(machineNow() - APPLIED_DAYS * 86_400_000);
        const partly = entries.map(([_id, ids]) => ({
          updateOne: {
            filter: { _id },
            update: { $pull: { outbox: { id: { $in: ids } }, applied: { at: { $lt: old } } } },
          },
        }));
        await collection.bulkWrite(partly as never, { ordered: false });
      }
    }
  };

  const settle = (name: string, settled: Settled): Promise<void> => {
    if (settled.rows.length === 0) return Promise.resolve();
    unsettled.set(name, [...(unsettled.get(name) ?? []), settled]);
    settling ??= new Promise<void>((resolve) => setImmediate(resolve))
      .then(settleAll)
      .catch((err: unknown) => log.warn({ err }, 'could not mark what was sent; it will be sent again'))
      .finally(() => {
        settling = undefined;
      });
    return settling;
  };

  const postpone = async (name: string, id: string, tries: number): Promise<void> => {
    await collectionOf(name).updateOne(
      { _id: id, outboxDue: { $exists: true } },
      { $set: { outboxDue: nextDue(backOff(tries, 500, 30_000)), outboxTries: tries + 1 } },
    );
  };

  const track = (work: Promise<void>): Promise<void> => {
    const tracked = work
      .catch((err: unknown) => log.warn({ err }, 'relay stumbled'))
      .finally(() => underWay.delete(tracked));
    underWay.add(tracked);
    return tracked;
  };

  /** One document at a time, its rows in order; different documents side by side. */
  const runLane = async (name: string, id: string, lane: Lane, tries: number): Promise<void> => {
    while (lane.rows.length > 0) {
      const rows = lane.rows;
      lane.rows = [];
      const { done, failed } = await send(rows);
      await settle(name, { id, rows: done });
      if (failed) {
        // what follows must not overtake: the sweep reads the whole outbox again, in order
        lane.rows = [];
        await postpone(name, id, tries);
        poke(1_000);
      }
    }
  };

  const enter = (name: string, id: string, rows: readonly OutboxRow[], tries: number): Promise<void> => {
    const key = `${name}/${id}`;
    const lane = lanes.get(key) ?? { rows: [], busy: false };
    lanes.set(key, lane);
    const known = new Set(lane.rows.map((row) => row.id));
    lane.rows.push(...rows.filter((row) => !known.has(row.id)));
    if (lane.busy) return Promise.resolve();
    lane.busy = true;
    return track(
      runLane(name, id, lane, tries).finally(() => {
        lane.busy = false;
        lanes.delete(key);
      }),
    );
  };

  const sweepCollection = async (name: string, all: boolean): Promise<number> => {
    const collection = collectionOf(name);
    const now = nextDue(0);
    const found = await collection
      .find(
        { outboxDue: all ? { $exists: true } : { $lte: now } },
        { projection: { outbox: 1, outboxTries: 1 }, limit: BATCH, sort: { outboxDue: 1 } },
      )
      .toArray();
    const free = found.filter(({ _id }) => !lanes.has(`${name}/${_id}`));
    if (free.length === 0) return 0;
    const ids = free.map(({ _id }) => _id);
    await collection.updateMany({ _id: { $in: ids } }, { $set: { outboxDue: nextDue(10_000) } });
    await Promise.all(
      free.map(async ({ _id, outbox = [], outboxTries = 0 }) => {
        if (outbox.length > 0) await enter(name, _id, outbox, outboxTries);
        else
          await collection.updateOne(
            { _id, $or: [{ outbox: { $exists: false } }, { outbox: { $size: 0 } }] },
            { $unset: { outbox: 1, outboxDue: 1, outboxTries: 1 } },
          );
      }),
    );
    return found.length;
  };

  /** Looks at everything due (`all`: everything waiting) once. */
  const sweep = (all = false): Promise<void> => {
    sweeping ??= (async () => {
      for (const { name } of options.collections()) {
        for (let turn = 0; turn < 1_000; turn += 1) {
          const found = await sweepCollection(name, all && turn === 0);
          if (found < BATCH || !options.busUp()) break;
        }
      }
    })().finally(() => {
      sweeping = undefined;
    });
    return sweeping;
  };

  const poke = (ms: number): void => {
    if (state !== 'running' || !safety.relay()) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      sweep()
        .catch((err: unknown) => log.warn({ err }, 'could not look for unsent rows'))
        .finally(() => poke(idlePollMs));
    }, jittered(ms));
    timer.unref();
  };

  return {
    /** Rows this process has just written. */
    sendSoon: (name: string, id: string, rows: readonly OutboxRow[]): void => {
      if (rows.length === 0) return;
      failpoint(`${service}.committed-before-publish`);
      if (state === 'stopped' || lanes.size >= MOST_UNDER_WAY) return;
      if (!options.busUp() && rows.some((row) => row.kind === 'event')) return;
      void enter(name, id, rows, 0);
    },
    /** Sends rows and waits for it. */
    sendNow: (name: string, id: string, rows: readonly OutboxRow[]): Promise<void> =>
      enter(name, id, rows, 0),
    start: (): void => {
      state = 'running';
      poke(10);
    },
    /** The broker is back: nothing that waits needs to wait longer. */
    wake: (): void => {
      if (state !== 'running' || !safety.relay()) return;
      sweep(true)
        .catch((err: unknown) => log.warn({ err }, 'could not look for unsent rows'))
        .finally(() => poke(1_000));
    },
    /** One whole round: everything that waits is tried, everything sent is marked. */
    flush: async (): Promise<void> => {
      await Promise.allSettled([...underWay]);
      await sweeping;
      await sweep(true);
      await Promise.allSettled([...underWay]);
      await settling;
    },
    /** How many documents have something to say. */
    depth: async (): Promise<number> => {
      const counts = await Promise.all(
        options
          .collections()
          .map(({ name }) => collectionOf(name).countDocuments({ outboxDue: { $exists: true } })),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
    stop: async (): Promise<void> => {
      state = 'stopped';
      clearTimeout(timer);
      await Promise.allSettled([...underWay]);
      await settling;
    },
  };
};
export type Relay = ReturnType<typeof createRelay>;
