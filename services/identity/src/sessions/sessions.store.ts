import type { StoreKit } from '@satrangi/chassis';
import { type AnyEvent, type SessionId, UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import { z } from 'zod';
import type { Session } from './session-list.rules.ts';

const schema = new Schema<Session>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    tokenVersion: { type: Number, required: true },
    startedAt: { type: Date, required: true },
    lastUsedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    revokedAt: Date,
  },
  { versionKey: false },
);
const DAY_S = 86_400;
schema.index({ expiresAt: 1 }, { expireAfterSeconds: DAY_S });
schema.index({ userId: 1, startedAt: -1 });

export const FORGET_SESSIONS = 'forget-login-sessions';
const ErasedAccount = z.object({ userId: UserId });

export type SessionsStore = ReturnType<typeof sessionsStore>;

/** Logins of accounts: when they began and were last used, never from where or by what. A row leaves a day after its token expired. */
export const sessionsStore = (store: StoreKit) => {
  const { model, change, create } = store.aggregate<Session>('login-sessions', schema);
  const live = { revokedAt: { $exists: false } } as const;

  return {
    add: async (session: Session): Promise<void> => void (await create(session)),

    /** Null when the login is over, was never begun here or belongs to another account. */
    live: (_id: SessionId, userId: UserId): Promise<Session | null> =>
      model
        .findOne({ _id, userId, ...live })
        .lean<Session>()
        .exec(),

    /** The newest logins of one token version that have not ended. */
    list: (userId: UserId, tokenVersion: number, now: Date, limit: number): Promise<Session[]> =>
      model
        .find({ userId, tokenVersion: { $gte: tokenVersion }, expiresAt: { $gt: now }, ...live })
        .sort({ startedAt: -1, _id: -1 })
        .limit(limit)
        .lean<Session[]>()
        .exec(),

    touch: async (_id: SessionId, lastUsedAt: Date): Promise<void> => {
      await model.updateOne({ _id, lastUsedAt: { $lt: lastUsedAt } }, { $set: { lastUsedAt } });
    },

    /** False when it had ended before, or is not a login of this account. The event leaves with the write. */
    revoke: async (_id: SessionId, userId: UserId, revokedAt: Date, event: AnyEvent): Promise<boolean> =>
      (await change({ _id, userId, ...live }, { $set: { revokedAt } }, { events: [event] })) !== null,

    /** Logins that ended before their tokens expired. */
    revoked: (now: Date): AsyncIterable<Session> =>
      model
        .find({ revokedAt: { $exists: true }, expiresAt: { $gt: now } })
        .lean<Session[]>()
        .cursor(),

    /** Announces a revoked login again; once for each `applied`. */
    announce: async (_id: SessionId, event: AnyEvent, applied: string): Promise<void> => {
      await change({ _id }, {}, { events: [event], applied });
    },

    /** Work of an erasure. @param data `{ userId }` */
    forgetAllOf: async (data: unknown): Promise<void> => {
      await model.deleteMany({ userId: ErasedAccount.parse(data).userId });
    },
  };
};
