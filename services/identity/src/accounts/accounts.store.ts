import type { StoreKit } from '@satrangi/chassis';
import type { AnyEvent, UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import type { Account, Card, Login } from './accounts.rules.ts';

const schema = new Schema<Account>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    email: String,
    phone: String,
    passwordHash: { type: String, required: true },
    pronouns: { type: String, default: null },
    bio: { type: String, default: null },
    city: { type: String, default: null },
    interests: { type: [String], default: [] },
    country: { type: String, default: null },
    role: { type: String, enum: ['USER', 'ADMIN'], required: true },
    tokenVersion: { type: Number, required: true },
    createdAt: { type: String, required: true },
  },
  { versionKey: false },
);
schema.index({ email: 1 }, { unique: true, partialFilterExpression: { email: { $type: 'string' } } });
schema.index({ phone: 1 }, { unique: true, partialFilterExpression: { phone: { $type: 'string' } } });
schema.index({ role: 1 });

export type AccountsStore = ReturnType<typeof accountsStore>;

/** Accounts, each with the facts it still has to announce in the same document. */
export const accountsStore = (store: StoreKit) => {
  const accounts = store.aggregate<Account>('accounts', schema);
  const { model } = accounts;
  return {
    /** False when the email or the phone belongs to somebody already; nothing is announced then. */
    add: (account: Account, events: AnyEvent[]): Promise<boolean> => accounts.create(account, { events }),
    byLogin: (login: Login): Promise<Account | null> => model.findOne({ ...login }).lean<Account>(),
    byId: (userId: UserId): Promise<Account | null> => model.findById(userId).lean<Account>(),
    hasAdmin: async (): Promise<boolean> => (await model.exists({ role: 'ADMIN' })) !== null,

    /** Null when the account is gone or does not look as `expected` any more. */
    change: (
      userId: UserId,
      changes: Partial<Account>,
      events: AnyEvent[] = [],
      expected: Partial<Account> = {},
    ): Promise<Account | null> =>
      accounts.change({ ...expected, _id: userId }, { $set: changes }, { events }),

    /** Makes an account an admin with a new password; sessions opened with the old one end. */
    promote: (account: Account, passwordHash: string, events: AnyEvent[]): Promise<Account | null> =>
      accounts.change(
        { _id: account._id, tokenVersion: account.tokenVersion },
        { $set: { role: 'ADMIN', passwordHash }, $inc: { tokenVersion: 1 } },
        { events },
      ),

    /** Says something about an account without changing it; once for each `applied`. */
    announce: (userId: UserId, event: AnyEvent, applied: string): Promise<Account | null> =>
      accounts.change({ _id: userId }, {}, { events: [event], applied }),

    /** Every account in id order, one at a time. */
    each: (): AsyncIterable<Pick<Account, '_id' | 'role' | 'tokenVersion'>> =>
      model.find({}, { role: 1, tokenVersion: 1 }).sort({ _id: 1 }).lean().cursor(),

    cards: async (userIds: readonly UserId[]): Promise<Card[]> => {
      const found = await model
        .find({ _id: { $in: userIds } }, { name: 1, pronouns: 1 })
        .lean<Pick<Account, '_id' | 'name' | 'pronouns'>[]>();
      return found.map(({ _id, name, pronouns }) => ({ _id, name, pronouns: pronouns ?? null }));
    },
  };
};
