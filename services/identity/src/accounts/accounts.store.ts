import type { StoreKit, Work } from '@satrangi/chassis';
import type { AnyEvent, UserId } from '@satrangi/contracts';
import { type QueryFilter, Schema } from 'mongoose';
import { usersIn } from '../admins/users.store.ts';
import { erasuresIn } from '../erasure/erasures.store.ts';
import { unprovedIn } from '../unproved/unproved.store.ts';
import type { Account, Card, Kept, Login } from './accounts.rules.ts';

const schema = new Schema<Kept>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    email: String,
    phone: String,
    passwordHash: String,
    googleId: String,
    googleEmail: String,
    emailVerifiedAt: String,
    oldSpellingOf: String,
    unproved: Schema.Types.Mixed,
    reset: Schema.Types.Mixed,
    newEmail: Schema.Types.Mixed,
    confirmedBy: String,
    leaving: Schema.Types.Mixed,
    pronouns: { type: String, default: null },
    bio: { type: String, default: null },
    city: { type: String, default: null },
    interests: { type: [String], default: [] },
    country: { type: String, default: null },
    role: { type: String, enum: ['USER', 'ADMIN'], required: true },
    tokenVersion: { type: Number, required: true },
    createdAt: { type: String, required: true },
    erasure: Schema.Types.Mixed,
  },
  { versionKey: false },
);
const uniqueAmongThoseWhoHave = (field: string) =>
  schema.index({ [field]: 1 }, { unique: true, partialFilterExpression: { [field]: { $type: 'string' } } });
for (const field of ['email', 'phone', 'googleId']) uniqueAmongThoseWhoHave(field);
const sparse = [
  'role',
  'reset.hash',
  'newEmail.hash',
  'unproved.link.hash',
  'unproved.lookAt',
  'confirmedBy',
  'erasure.lookAt',
  'oldSpellingOf',
];
for (const field of sparse) schema.index({ [field]: 1 }, { sparse: true });
schema.index({ createdAt: -1, _id: -1 });

const SPELLINGS_MAX = 5;
const isThere = { erasure: { $exists: false } } as const;

export type AccountFilter = QueryFilter<Kept>;
/** What a write changes, forgets and says. */
export type AccountChange = {
  readonly set?: Partial<Account>;
  readonly unset?: readonly (keyof Account)[];
  /** Ends every session opened before. */
  readonly endSessions?: boolean;
  readonly events?: readonly AnyEvent[];
  readonly work?: readonly Work[];
  /** Written only once for each. */
  readonly applied?: string;
};

const unsetOf = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, 1 as const]));

export type AccountsStore = ReturnType<typeof accountsStore>;

/** Accounts, each with the facts it still has to announce in the same document. */
export const accountsStore = (store: StoreKit) => {
  const accounts = store.aggregate<Kept>('accounts', schema);
  const { model } = accounts;

  const one = (filter: AccountFilter): Promise<Account | null> =>
    model.findOne({ ...filter, ...isThere }).lean<Account>();

  /** Null when no such account is there, it does not look as `filter` says any more, or a unique key would break. */
  const change = (
    filter: AccountFilter,
    { set = {}, unset = [], endSessions = false, events = [], work = [], applied }: AccountChange,
  ): Promise<Account | null> =>
    accounts.change(
      { ...filter, ...isThere },
      {
        ...(Object.keys(set).length > 0 ? { $set: set } : {}),
        ...(unset.length > 0 ? { $unset: unsetOf(unset) } : {}),
        ...(endSessions ? { $inc: { tokenVersion: 1 } } : {}),
      },
      { events, work, ...(applied ? { applied } : {}) },
    );

  return {
    model,
    one,
    change,
    /** False when the email, the phone or the Google id belongs to somebody already; nothing is announced then. */
    add: (account: Account, events: AnyEvent[], work: Work[] = []): Promise<boolean> =>
      accounts.create(account, { events, work }),
    byLogin: (login: Login): Promise<Account | null> => one({ ...login }),
    /** With accounts kept under an old spelling of the same mailbox; the one of today's spelling first. */
    allByLogin: async (login: Login): Promise<Account[]> => {
      const sharing = 'email' in login ? { oldSpellingOf: login.email, ...isThere } : null;
      const [account, others] = await Promise.all([
        one({ ...login }),
        sharing ? model.find(sharing).limit(SPELLINGS_MAX).lean<Account[]>().exec() : [],
      ]);
      return [...(account ? [account] : []), ...others];
    },
    /** Accounts whose address may have another spelling: only those with other characters than ASCII. */
    eachSpelling: (): AsyncIterable<Pick<Account, '_id' | 'email' | 'oldSpellingOf'>> =>
      model
        .find({ email: /[^ -~]/, ...isThere }, { email: 1, oldSpellingOf: 1 })
        .lean<Account[]>()
        .cursor(),
    byId: (userId: UserId): Promise<Account | null> => one({ _id: userId }),
    hasAdmin: async (): Promise<boolean> => (await model.exists({ role: 'ADMIN' })) !== null,

    /** Makes an account an admin with a new password; whoever could enter it before can not any more. */
    promote: (account: Account, passwordHash: string, events: AnyEvent[]): Promise<Account | null> =>
      change(
        { _id: account._id, tokenVersion: account.tokenVersion },
        {
          set: { role: 'ADMIN', passwordHash },
          unset: ['googleId', 'googleEmail', 'phone', 'reset', 'newEmail', 'unproved'],
          endSessions: true,
          events,
        },
      ),

    /** Every account in id order, one at a time. */
    each: (): AsyncIterable<Pick<Account, '_id' | 'role' | 'tokenVersion'>> =>
      model
        .find({ ...isThere }, { role: 1, tokenVersion: 1 })
        .sort({ _id: 1 })
        .lean()
        .cursor(),

    cards: async (userIds: readonly UserId[]): Promise<Card[]> => {
      const found = await model
        .find({ _id: { $in: userIds }, ...isThere }, { name: 1, pronouns: 1 })
        .lean<Pick<Account, '_id' | 'name' | 'pronouns'>[]>();
      return found.map(({ _id, name, pronouns }) => ({ _id, name, pronouns: pronouns ?? null }));
    },

    desk: usersIn(model),
    unproved: unprovedIn(accounts),
    erasures: erasuresIn(accounts, Object.keys(schema.paths)),
  };
};
