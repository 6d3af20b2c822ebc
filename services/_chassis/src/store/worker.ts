import type { Model } from 'mongoose';
import { Schema } from 'mongoose';
import { machineNow } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import { backOff, jittered } from '../base/retry-delay.ts';
import { isWritten } from './duplicate-key.ts';
import { isTimeToCheck, lateDueTimes } from './late-due-times.ts';
import type { Work } from './outbox.ts';

export type WorkItem = {
  _id: string;
  kind: string;
  key: string;
  data?: unknown;
  /** Absent when done. */
  due?: Date;
  tries: number;
  doneAt?: Date;
};

/** Handles one work item. After a crash it may be called again with the same key, which makes it idempotent. */
export type WorkHandler = (data: unknown, key: string) => Promise<void>;

/** Another process takes over the work of a stopped one after this time. */
export const WORK_LEASE_MS = 60_000;
const BATCH = 20;

export const workSchema = new Schema<WorkItem>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    key: { type: String, required: true },
    data: Schema.Types.Mixed,
    due: Date,
    tries: { type: Number, default: 0 },
    doneAt: Date,
  },
  { versionKey: false },
);
workSchema.index({ due: 1 }, { sparse: true });
// keys stay for a month after their work: after a crash, an outbox row may be delivered again
workSchema.index({ doneAt: 1 }, { expireAfterSeconds: 30 * 86_400 });

type WorkerDeps = {
  readonly model: Model<WorkItem>;
  readonly log: Logger;
  readonly leaseMs: number;
  readonly handlers: ReadonlyMap<string, WorkHandler>;
};

/** Calls the handler of a leased item, and marks the item as done or as due again. */
const createPerform =
  ({ model, log, leaseMs, handlers }: WorkerDeps) =>
  async (item: WorkItem): Promise<void> => {
    const handle = handlers.get(item.kind);
    if (!handle) return;
    // renews the lease of slow work, so that no other process takes it over
    const lease = setInterval(() => {
      const due = new Date(machineNow() + leaseMs);
      model.updateOne({ _id: item._id, doneAt: { $exists: false } }, { $set: { due } }).catch(() => {
        // the store is unavailable: the lease expires, as after a crash
      });
    }, leaseMs / 3);
    try {
      await handle(item.data, item.key).finally(() => clearInterval(lease));
      const done = { $set: { doneAt: new Date(machineNow()) }, $unset: { data: 1, due: 1 } };
      await model.updateOne({ _id: item._id }, done);
    } catch (err) {
      log.warn({ err, kind: item.kind, tries: item.tries }, 'work failed');
      const due = new Date(machineNow() + backOff(item.tries, 1_000, 300_000));
      await model.updateOne({ _id: item._id, doneAt: { $exists: false } }, { $set: { due } });
    }
  };

/** Leases due items, at most one batch. @param all also those that are due within five minutes */
const takeDue = async (
  { model, leaseMs, handlers }: WorkerDeps,
  now: number,
  all: boolean,
): Promise<readonly WorkItem[]> => {
  const taken: WorkItem[] = [];
  while (taken.length < BATCH) {
    const item = await model
      .findOneAndUpdate(
        {
          kind: { $in: [...handlers.keys()] },
          due: all ? { $lte: new Date(now + 300_000) } : { $lte: new Date(now) },
          _id: { $nin: taken.map(({ _id }) => _id) },
        },
        { $set: { due: new Date(now + leaseMs) }, $inc: { tries: 1 } },
        { sort: { due: 1 }, returnDocument: 'after' },
      )
      .lean()
      .exec();
    if (!item) break;
    taken.push(item);
  }
  return taken;
};

/** Handles mails and other outside effects: at least once for each key, with back-off and unlimited retries. */
export const createWorker = (model: Model<WorkItem>, log: Logger, leaseMs = WORK_LEASE_MS) => {
  const handlers = new Map<string, WorkHandler>();
  const running = new Set<Promise<void>>();
  const deps: WorkerDeps = { model, log, leaseMs, handlers };
  const perform = createPerform(deps);
  const checksLateTimes = isTimeToCheck();
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  let stopped = true;

  /** Handles due items; each item is leased to one process at a time. */
  const handleDue = async (all = false): Promise<number> => {
    if (handlers.size === 0) return 0;
    const now = machineNow();
    if (checksLateTimes()) await model.updateMany({ due: lateDueTimes() }, { $set: { due: new Date(now) } });
    const taken = await takeDue(deps, now, all);
    await Promise.all(taken.map(perform));
    return taken.length;
  };

  /** Schedules the next turn in `ms` at the latest: work added during a turn does not wait for the next poll. */
  const schedule = (ms: number): void => {
    if (stopped || handlers.size === 0) return;
    const wait = ms > 0 ? jittered(ms) : 0;
    const at = performance.now() + wait;
    if (at >= timerAt) return;
    clearTimeout(timer);
    timerAt = at;
    timer = setTimeout(() => {
      timerAt = Number.POSITIVE_INFINITY;
      const turn = handleDue()
        .then((done) => schedule(done === BATCH ? 0 : 5_000))
        .catch((err: unknown) => {
          log.warn({ err }, 'work query failed');
          schedule(5_000);
        })
        .finally(() => running.delete(turn));
      running.add(turn);
    }, wait);
    timer.unref();
  };

  return {
    on: (kind: string, handle: WorkHandler): void => {
      handlers.set(kind, handle);
      schedule(10);
    },
    /** Stores a work item. A known key changes nothing. */
    add: async ({ kind, key, data }: Work): Promise<void> => {
      const fresh = { kind, key, data, due: new Date(machineNow()), tries: 0 };
      await isWritten(model.updateOne({ _id: `${kind}:${key}` }, { $setOnInsert: fresh }, { upsert: true }));
      schedule(0);
    },
    start: (): void => {
      stopped = false;
      schedule(10);
    },
    /** Handles all waiting items once, due or not. For tests and the last flush. */
    flush: async (): Promise<void> => {
      await Promise.allSettled([...running]);
      await handleDue(true);
    },
    stop: async (): Promise<void> => {
      stopped = true;
      clearTimeout(timer);
      await Promise.allSettled([...running]);
    },
  };
};
