import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Model, Schema } from 'mongoose';
import { CLOCK_DIFFERENCE_MS, machineNow } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import { isWritten } from './duplicate-key.ts';

export type Lease = { _id: string; holder: string; until: Date };

/** Another replica takes over the job of a killed one after this time. */
export const LEASE_MS = 15_000;
/** Renewals on a busy machine are late; intervals of tests are shortened, this is not. */
const SHORTEST_LEASE_MS = 2_000;
/** Between two attempts to get a lease that another replica holds. */
const RETRY_MS = 200;

export const leaseSchema = new Schema<Lease>(
  {
    _id: { type: String, required: true },
    holder: { type: String, required: true },
    until: { type: Date, required: true },
  },
  { versionKey: false },
);
leaseSchema.index({ until: 1 }, { expireAfterSeconds: 86_400 });

export type Leases = {
  /**
   * Runs when no other replica runs it or has run it within `keepMs`. The signal aborts when the lease is lost.
   * @returns 0 when it ran, else the milliseconds until another attempt makes sense
   * @throws what `run` throws, and errors of the store
   */
  readonly runOnOne: (
    name: string,
    keepMs: number,
    run: (signal: AbortSignal) => Promise<void>,
  ) => Promise<number>;
  /** Waits until no other call with this name runs, on any replica, and runs. @throws what `run` throws */
  readonly runExclusively: <T>(name: string, run: () => Promise<T>) => Promise<T>;
  /** Ends the leases of this process, so that another replica goes on at once. */
  readonly releaseAll: () => Promise<void>;
};

/**
 * Leases let one replica at a time do a piece of work. They save work and keep results from differing; they cannot prove
 * that a holder without contact to the store has stopped, so whatever runs under one must be safe to run twice.
 */
export const createLeases = (model: Model<Lease>, log: Logger, factor = 1): Leases => {
  const self = randomUUID();
  const leaseMs = Math.max(LEASE_MS * factor, SHORTEST_LEASE_MS);

  const inMs = (ms: number): Date => new Date(machineNow() + ms);

  /**
   * A lease that ends later than any replica would have set it comes from a wrong clock, and counts as ended.
   * @returns true when `holder` has the lease now
   */
  const take = (name: string, holder: string, keepMs: number): Promise<boolean> =>
    isWritten(
      model.updateOne(
        {
          _id: name,
          $or: [
            { holder },
            { until: { $lte: inMs(0) } },
            { until: { $gt: inMs(Math.max(leaseMs, keepMs) + CLOCK_DIFFERENCE_MS) } },
          ],
        },
        { $set: { holder, until: inMs(leaseMs) } },
        { upsert: true },
      ),
    );

  /** Runs with a held lease and renews it; afterwards nobody else gets it for `keepMs`. */
  const holding = async <T>(
    { name, holder, keepMs }: { name: string; holder: string; keepMs: number },
    run: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const lost = new AbortController();
    const extend = (ms: number) => model.updateOne({ _id: name, holder }, { $set: { until: inMs(ms) } });
    const renewal = setInterval(() => {
      extend(leaseMs).then(
        ({ matchedCount }) => {
          if (matchedCount > 0) return;
          log.warn({ lease: name }, 'lease lost: another replica took over');
          lost.abort();
        },
        () => {
          // the store is unavailable: the lease expires, as after a crash
        },
      );
    }, leaseMs / 3);
    try {
      return await run(lost.signal);
    } finally {
      clearInterval(renewal);
      await extend(keepMs).catch(() => {
        // expires by itself
      });
    }
  };

  return {
    runOnOne: async (name, keepMs, run) => {
      if (await take(name, self, keepMs)) {
        await holding({ name, holder: self, keepMs }, run);
        return 0;
      }
      const other = await model.findById(name).lean<Lease>();
      return Math.max(1, (other?.until.getTime() ?? 0) - machineNow());
    },
    runExclusively: async (name, run) => {
      const holder = randomUUID();
      while (!(await take(name, holder, 0))) await sleep(RETRY_MS);
      return holding({ name, holder, keepMs: 0 }, run);
    },
    releaseAll: async () => {
      await model.updateMany({ holder: self }, { $set: { until: new Date(0) } });
    },
  };
};
