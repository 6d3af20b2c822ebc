import type { ServiceStore } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import { type MailedToken, mailedLifetimes } from '../accounts/mailed-token.rules.ts';

/** A registration that waits for its mailed link. Stored for known emails too, so that the writes are the same. */
export type PendingRegistration = {
  _id: string;
  /** The id of the future account. */
  userId: UserId;
  email: string;
  /** `mailboxKey` of the email. */
  mailbox: string;
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
    mailbox: { type: String, required: true },
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
schema.index({ mailbox: 1 });

export const SEND_REGISTRATION_MAIL = 'begin-registration';

export type PendingRegistrationsStore = ReturnType<typeof pendingRegistrationsStore>;

/** Pending registrations of `REGISTER_PRIVACY=strict`; they expire after 24 hours. */
export const pendingRegistrationsStore = (store: ServiceStore) => {
  const pending = store.aggregate<PendingRegistration>('pending-registrations', schema);
  const findOne = (filter: Record<string, unknown>, now: Date): Promise<PendingRegistration | null> =>
    pending.model
      .findOne({ ...filter, expiresAt: { $gt: now } })
      .lean<PendingRegistration>()
      .exec();
  return {
    add: (registration: PendingRegistration): Promise<boolean> => {
      const { _id } = registration;
      return pending.create(registration, {
        work: [{ kind: SEND_REGISTRATION_MAIL, key: _id, data: { id: _id } }],
      });
    },
    byId: (_id: string, now: Date) => findOne({ _id }, now),
    byToken: (hash: string, now: Date) => findOne({ 'token.hash': hash }, now),
    remove: async (_id: string): Promise<void> => {
      await pending.model.deleteOne({ _id });
    },
    /** Removes what was waiting for the reader of a mailbox at that time. */
    removeAllOf: async (mailbox: string, at: Date): Promise<void> => {
      const latest = new Date(at.getTime() + mailedLifetimes.registration);
      await pending.model.deleteMany({ mailbox, expiresAt: { $lte: latest } });
    },
  };
};
