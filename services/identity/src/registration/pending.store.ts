import type { StoreKit } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import type { MailedToken } from '../accounts/mailed-token.rules.ts';

/** A registration that waits for the link mailed to its address; kept alike for addresses that are known. */
export type PendingRegistration = {
  _id: string;
  /** Of the account it becomes. */
  userId: UserId;
  email: string;
  name: string;
  passwordHash: string;
  pronouns: string | null;
  bio: string | null;
  token: MailedToken;
  expiresAt: Date;
};

const schema = new Schema<PendingRegistration>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    email: { type: String, required: true },
    name: { type: String, required: true },
    passwordHash: { type: String, required: true },
    pronouns: { type: String, default: null },
    bio: { type: String, default: null },
    token: { type: Schema.Types.Mixed, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
schema.index({ 'token.hash': 1 });

export const BEGIN_REGISTRATION = 'begin-registration';

export type PendingStore = ReturnType<typeof pendingStore>;

/** Registrations under `REGISTER_PRIVACY=strict`, for 24 hours. */
export const pendingStore = (store: StoreKit) => {
  const pending = store.aggregate<PendingRegistration>('pending-registrations', schema);
  const one = (filter: Record<string, unknown>, now: Date): Promise<PendingRegistration | null> =>
    pending.model
      .findOne({ ...filter, expiresAt: { $gt: now } })
      .lean<PendingRegistration>()
      .exec();
  return {
    add: (registration: PendingRegistration): Promise<boolean> => {
      const { _id } = registration;
      return pending.create(registration, {
        work: [{ kind: BEGIN_REGISTRATION, key: _id, data: { id: _id } }],
      });
    },
    byId: (_id: string, now: Date) => one({ _id }, now),
    byToken: (hash: string, now: Date) => one({ 'token.hash': hash }, now),
    remove: async (_id: string): Promise<void> => {
      await pending.model.deleteOne({ _id });
    },
  };
};
