import type { Role } from '@satrangi/contracts';
import { type Model, Schema } from 'mongoose';
import { CLOCK_DIFFERENCE_MS, machineNow } from '../base/clock.ts';
import { isWritten } from './duplicate-key.ts';

export type SessionRow = {
  _id: string;
  tokenVersion: number;
  role?: Role;
  deleted: boolean;
  /** The event's own time: decides between two events of one token version. */
  at: Date;
  changedAt: Date;
};

export const sessionSchema = new Schema<SessionRow>(
  {
    _id: { type: String, required: true },
    tokenVersion: { type: Number, required: true },
    role: String,
    deleted: { type: Boolean, required: true },
    at: { type: Date, required: true },
    changedAt: { type: Date, required: true },
  },
  { versionKey: false },
);
sessionSchema.index({ changedAt: 1 });

type AccountSessionsOptions = {
  readonly model: Model<SessionRow>;
  /** Called with the account for each row that is read. */
  readonly notify: (userId: string) => void;
  /** How long a change stays in memory. */
  readonly retentionMs: number;
};

/** Accounts whose older tokens are not valid, in the store and in memory for the check of each request. */
export const createAccountSessions = ({ model, notify, retentionMs }: AccountSessionsOptions) => {
  const known = new Map<string, SessionRow>();
  let lastChange = new Date(machineNow() - retentionMs);

  const project = (row: SessionRow): void => {
    known.set(row._id, row);
    if (row.changedAt > lastChange) lastChange = row.changedAt;
    notify(row._id);
  };

  return {
    account: (userId: string): SessionRow | undefined => known.get(userId),

    /** Never replaces a newer row by an older event, nor a deleted account. */
    upsertNewer: async (userId: string, row: Omit<SessionRow, '_id' | 'changedAt'>): Promise<void> => {
      const isOlder = row.deleted
        ? {}
        : {
            deleted: { $ne: true },
            $or: [
              { tokenVersion: { $lt: row.tokenVersion } },
              { tokenVersion: row.tokenVersion, at: { $lte: row.at } },
            ],
          };
      const update = { $set: { ...row, changedAt: new Date(machineNow()) } };
      await isWritten(model.updateOne({ _id: userId, ...isOlder }, update, { upsert: true }));
    },

    /** Reads the row of an account. */
    reload: async (userId: string): Promise<void> => {
      const row = await model.findById(userId).lean().exec();
      if (row) project(row);
    },

    /** Reads rows changed since the last read. */
    refresh: async (): Promise<void> => {
      // another replica's clock may be behind the one of the last change, which may have been set back
      const since = new Date(Math.min(lastChange.getTime(), machineNow()) - CLOCK_DIFFERENCE_MS);
      for await (const row of model
        .find({ changedAt: { $gte: since } })
        .lean()
        .cursor())
        project(row);
    },

    prune: (): void => {
      const since = machineNow() - retentionMs;
      for (const [userId, { changedAt }] of known) if (changedAt.getTime() < since) known.delete(userId);
    },

    isEmpty: async (): Promise<boolean> => (await model.findOne({}, { _id: 1 }).lean().exec()) === null,

    /** Number of accounts in memory. */
    size: (): number => known.size,
  };
};
