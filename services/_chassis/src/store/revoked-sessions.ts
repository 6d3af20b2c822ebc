import type { EventOf, sessionRevoked } from '@satrangi/contracts';
import { type Model, Schema } from 'mongoose';
import { CLOCK_DIFFERENCE_MS, machineNow } from '../base/clock.ts';
import { MAX_TOKEN_AGE_S } from '../http/tokens.ts';

const DAY_MS = 86_400_000;

/** A login that ended before its tokens expired. */
export type RevokedSession = {
  /** The `sid` claim of its tokens. */
  _id: string;
  userId: string;
  /** One day after its last token expires, because clocks differ. */
  expiresAt: Date;
  changedAt: Date;
};

export const revokedSessionSchema = new Schema<RevokedSession>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    expiresAt: { type: Date, required: true },
    changedAt: { type: Date, required: true },
  },
  { versionKey: false },
);
revokedSessionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
revokedSessionSchema.index({ changedAt: 1 });
revokedSessionSchema.index({ userId: 1 });

/**
 * Single revoked logins, in the store and in memory for the check of each request. Both are bounded: a row is deleted
 * after its tokens have expired.
 * @param notify called with the account for each row that is read or added
 */
export const createRevokedSessions = (model: Model<RevokedSession>, notify: (userId: string) => void) => {
  const known = new Map<string, number>();
  let lastChange = new Date(0);

  const project = ({ _id, userId, expiresAt, changedAt }: RevokedSession): void => {
    known.set(_id, expiresAt.getTime());
    if (changedAt > lastChange) lastChange = changedAt;
    notify(userId);
  };

  return {
    isRevoked: (sessionId: string): boolean => known.has(sessionId),

    /** Idempotent; a revocation is permanent. */
    add: async ({
      data: { userId, sessionId, expiresAt },
    }: EventOf<typeof sessionRevoked>): Promise<void> => {
      const now = machineNow();
      const latest = now + MAX_TOKEN_AGE_S * 1_000;
      const until = Math.min(Date.parse(expiresAt), latest) + DAY_MS;
      if (until <= now) return;
      const row = { userId, expiresAt: new Date(until), changedAt: new Date(now) };
      await model.updateOne({ _id: sessionId }, { $set: row }, { upsert: true });
      project({ _id: sessionId, ...row });
    },

    /** Reads the rows of an account that another replica wrote. */
    reload: async (userId: string): Promise<void> => {
      for (const row of await model.find({ userId }).lean<RevokedSession[]>().exec()) project(row);
    },

    /** Reads rows changed since the last read; all rows the first time. */
    refresh: async (): Promise<void> => {
      // another replica's clock may be behind the one of the last change, which may have been set back
      const since = new Date(Math.min(lastChange.getTime(), machineNow()) - CLOCK_DIFFERENCE_MS);
      for await (const row of model
        .find({ changedAt: { $gte: since } })
        .lean<RevokedSession[]>()
        .cursor())
        project(row);
    },

    prune: (): void => {
      const now = machineNow();
      for (const [sessionId, until] of known) if (until <= now) known.delete(sessionId);
    },

    /** Number of rows in memory. */
    size: (): number => known.size,
  };
};
