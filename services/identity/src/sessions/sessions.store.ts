import type { ServiceStore } from '@satrangi/chassis';
import { type AnyEvent, type SessionId, UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import { z } from 'zod';
import type { Session } from './session.rules.ts';

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

export const ERASE_SESSIONS = 'forget-login-sessions';
const ErasedAccount = z.object({ userId: UserId });

export type SessionsStore = ReturnType<typeof sessionsStore>;

/** Sessions: start and last use, no address and no device. A row expires a day after its token. */
export const sessionsStore = (store: ServiceStore) => {
  const { model, change, create } = store.aggregate<Session>('login-sessions', schema);
  const live = { revokedAt: { $exists: false } } as const;

  return {
    add: async (session: Session): Promise<void> => void (await create(session)),

    /** @returns null when the session has ended, never existed or belongs to another account */
    live: (_id: SessionId, userId: UserId): Promise<Session | null> =>
      model
        .findOne({ _id, userId, ...live })
        .lean<Session>()
        .exec(),

    /** The newest sessions that have not ended, from `tokenVersion` on. */
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

    /** Publishes the event in the same write. @returns false when it had ended already or belongs to another account */
    revoke: async (_id: SessionId, userId: UserId, revokedAt: Date, event: AnyEvent): Promise<boolean> =>
      (await change({ _id, userId, ...live }, { $set: { revokedAt } }, { events: [event] })) !== null,

    /** Revoked sessions whose tokens have not expired. */
    revoked: (now: Date): AsyncIterable<Session> =>
      model
        .find({ revokedAt: { $exists: true }, expiresAt: { $gt: now } })
        .lean<Session[]>()
        .cursor(),

    /** Publishes the event again, once for each `applied`. */
    republish: async (_id: SessionId, event: AnyEvent, applied: string): Promise<void> => {
      await change({ _id }, {}, { events: [event], applied });
    },

    remove: async (_id: SessionId): Promise<void> => {
      await model.deleteOne({ _id });
    },

    /** Worker of an erasure. @param data `{ userId }` */
    eraseAllOf: async (data: unknown): Promise<void> => {
      await model.deleteMany({ userId: ErasedAccount.parse(data).userId });
    },
  };
};
