import type { Model } from 'mongoose';
import { Schema } from 'mongoose';
import { backOff, jittered, machineNow } from '../clock.ts';
import type { Logger } from '../log.ts';
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

/** Does one piece of outside work. May be called again for the same key after a crash: the key makes it once. */
export type WorkHandler = (data: unknown, key: string) => Promise<void>;

/** A stopped process's work is taken over after this long. */
const LEASE_MS = 60_000;
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
// a key that was done stays known for a month: the row that asked for it may be read once more after a crash
workSchema.index({ doneAt: 1 }, { expireAfterSeconds: 30 * 86_400 });

/** Mails and other outside effects: at least once with a key, own back-off, never given up. */
export const createWorker = (model: Model<WorkItem>, log: Logger, leaseMs = LEASE_MS) => {
  const handlers = new Map<string, WorkHandler>();
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = true;

  const perform = async (item: WorkItem): Promise<void> => {
    const handle = handlers.get(item.kind);
    if (!handle) return;
    // a slow piece, or one that queues for a slow mail server, is not taken over while somebody is at it
    const lease = setInterval(() => {
      const due = new Date(machineNow() + leaseMs);
      model.updateOne({ _id: item._id, doneAt: { $exists: false } }, { $set: { due } }).catch(() => {
        // the store is away: the lease runs out, as it would after a crash
      });
    }, leaseMs / 3);
    try {
      await handle(item.data, item.key).finally(() => clearInterval(lease));
      const done = { $set: { doneAt: new Date(machineNow()) }, $unset: { data: 1, due: 1 } };
      await model.updateOne({ _id: item._id }, done);
    } catch (err) {
      log.warn({ err, kind: item.kind, tries: item.tries }, 'outside work failed; it will be tried again');
      const due = new Date(machineNow() + backOff(item.tries, 1_000, 300_000));
      await model.updateOne({ _id: item._id, doneAt: { $exists: false } }, { $set: { due } });
    }
  };

  /** Takes what is due; every piece is leased to one process at a time. */
  const round = async (all = false): Promise<number> => {
    if (handlers.size === 0) return 0;
    const taken: WorkItem[] = [];
    const now = machineNow();
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
    await Promise.all(taken.map(perform));
    return taken.length;
  };

  const poke = (ms: number): void => {
    if (stopped || handlers.size === 0) return;
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        const turn = round()
          .then((done) => poke(done === BATCH ? 0 : 5_000))
          .catch((err: unknown) => {
            log.warn({ err }, 'could not look for outside work');
            poke(5_000);
          })
          .finally(() => running.delete(turn));
        running.add(turn);
      },
      ms > 0 ? jittered(ms) : 0,
    );
    timer.unref();
  };

  return {
    on: (kind: string, handle: WorkHandler): void => {
      handlers.set(kind, handle);
      poke(10);
    },
    /** Keeps a piece of work; a key that is known already changes nothing. */
    add: async ({ kind, key, data }: Work): Promise<void> => {
      const fresh = { kind, key, data, due: new Date(machineNow()), tries: 0 };
      await model
        .updateOne({ _id: `${kind}:${key}` }, { $setOnInsert: fresh }, { upsert: true })
        .catch((error) => {
          if (!(error instanceof Error && 'code' in error && error.code === 11_000)) throw error;
        });
      poke(0);
    },
    start: (): void => {
      stopped = false;
      poke(10);
    },
    /** One whole round, everything that waits included. For tests and the last flush. */
    flush: async (): Promise<void> => {
      await Promise.allSettled([...running]);
      await round(true);
    },
    stop: async (): Promise<void> => {
      stopped = true;
      clearTimeout(timer);
      await Promise.allSettled([...running]);
    },
  };
};
