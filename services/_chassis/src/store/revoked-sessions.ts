import type { EventOf, sessionRevoked } from '@satrangi/contracts';
import { type Model, Schema } from 'mongoose';
import { machineNow } from '../clock.ts';
import { MAX_TOKEN_AGE_S } from '../http/tokens.ts';

const DAY_MS = 86_400_000;

/** A login that ended before its tokens expired. */
export type RevokedSession = {
  /** The `sid` claim of its tokens. */
  _id: string;
  userId: string;
  /** A day after its last token expires, for clocks that differ: the row is of no use from then on. */
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
 * Logins that ended one by one, in the store and, for the check of each request, in memory. Both are bounded: a row
 * goes when the tokens it is about have expired.
 * @param notify is called with the account after a login of it was learned
 */
export const createRevokedSessions = (model: Model<RevokedSession>, notify: (userId: string) => void) => {
  const known = new Map<string, number>();
  let seenUntil = new Date(0);

  const project = ({ _id, userId, expiresAt, changedAt }: RevokedSession): void => {
    known.set(_id, expiresAt.getTime());
    if (changedAt > seenUntil) seenUntil = changedAt;
    notify(userId);
  };

  return {
    isRevoked: (sessionId: string): boolean => known.has(sessionId),

    /** Safe to repeat; a revocation is never taken back. */
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

    /** Reads what another replica learned of an account. */
    reload: async (userId: string): Promise<void> => {
      for (const row of await model.find({ userId }).lean<RevokedSession[]>().exec()) project(row);
    },

    /** Reads what changed since the last time; everything at first. */
    refresh: async (): Promise<void> => {
      // the overlap covers clocks of other replicas
      const since = new Date(seenUntil.getTime() - 5_000);
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

    /** How many are held in memory. */
    size: (): number => known.size,
  };
};
