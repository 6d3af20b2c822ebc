import { type Aggregate, equalText, type ServiceStore, type Work } from '@satrangi/chassis';
import { type AnyEvent, soundsOf, type UserId } from '@satrangi/contracts';
import { type QueryFilter, Schema } from 'mongoose';
import {
  type Account,
  type LoginIdentifier,
  NEXT_CHECK_AT,
  type StoredAccount,
  type UserCard,
} from './accounts.rules.ts';

const schema = new Schema<StoredAccount>(
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
    aiPersonal: Boolean,
    country: { type: String, default: null },
    role: { type: String, enum: ['USER', 'ADMIN'], required: true },
    tokenVersion: { type: Number, required: true },
    createdAt: { type: String, required: true },
    sounds: { type: [String], default: undefined },
    erasure: Schema.Types.Mixed,
  },
  { versionKey: false },
);
const uniqueWhenPresent = (field: string) =>
  schema.index({ [field]: 1 }, { unique: true, partialFilterExpression: { [field]: { $type: 'string' } } });
for (const field of ['email', 'phone', 'googleId']) uniqueWhenPresent(field);
const sparse = [
  'role',
  'reset.hash',
  'newEmail.hash',
  'unproved.link.hash',
  `unproved.${NEXT_CHECK_AT}`,
  'confirmedBy',
  `erasure.${NEXT_CHECK_AT}`,
  'oldSpellingOf',
];
for (const field of sparse) schema.index({ [field]: 1 }, { sparse: true });
schema.index({ createdAt: -1, _id: -1 });
schema.index({ sounds: 1 });

/** All stored fields of an account and its erasure record. */
export const accountFields: readonly string[] = Object.keys(schema.paths);

const SPELLINGS_MAX = 5;
/** Filter: accounts, without erasure records. */
export const notErased = { erasure: { $exists: false } } as const;

export type AccountFilter = QueryFilter<StoredAccount>;
/** One write: fields to set and unset, and the outbox rows it publishes. */
export type AccountChange = {
  readonly set?: Partial<Account>;
  readonly unset?: readonly (keyof Account)[];
  /** Ends all sessions of the account. */
  readonly endSessions?: boolean;
  readonly events?: readonly AnyEvent[];
  readonly work?: readonly Work[];
  /** Idempotency key: the write happens once for each. */
  readonly applied?: string;
};

/** The sounds of a name, wherever the name is written. */
const withSounds = <T extends Partial<Account>>(fields: T): T =>
  fields.name === undefined ? fields : { ...fields, sounds: soundsOf(fields.name) };

const unsetOf = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, 1 as const]));

export type AccountsAggregate = Aggregate<StoredAccount>;
export type AccountsStore = ReturnType<typeof accountsStore>;

/** The aggregate behind the accounts store and the stores of erasures, unproved accounts and the user list. */
export const accountsAggregate = (store: ServiceStore): AccountsAggregate =>
  store.aggregate<StoredAccount>('accounts', schema);

/** Finds accounts, without erasure records. */
const reads = ({ model }: AccountsAggregate) => {
  const findOne = (filter: AccountFilter): Promise<Account | null> =>
    model.findOne({ ...filter, ...notErased }).lean<Account>();
  const byIdentifier = (identifier: LoginIdentifier): Promise<Account | null> =>
    findOne(
      'email' in identifier ? { email: equalText(identifier.email) } : { phone: equalText(identifier.phone) },
    );

  return {
    findOne,
    byIdentifier,
    byGoogleId: (googleId: string): Promise<Account | null> => findOne({ googleId: equalText(googleId) }),
    /** Includes accounts with an old spelling of the same mailbox; the one with the current spelling comes first. */
    allByIdentifier: async (identifier: LoginIdentifier): Promise<Account[]> => {
      const sharing = 'email' in identifier ? { oldSpellingOf: identifier.email, ...notErased } : null;
      const [account, others] = await Promise.all([
        byIdentifier(identifier),
        sharing ? model.find(sharing).limit(SPELLINGS_MAX).lean<Account[]>().exec() : [],
      ]);
      return [...(account ? [account] : []), ...others];
    },
    /** Accounts whose email may have another spelling: those with non-ASCII characters. */
    eachNonAscii: (): AsyncIterable<Pick<Account, '_id' | 'email' | 'oldSpellingOf'>> =>
      model
        .find({ email: /[^ -~]/, ...notErased }, { email: 1, oldSpellingOf: 1 })
        .lean<Account[]>()
        .cursor(),
    byId: (userId: UserId): Promise<Account | null> => findOne({ _id: userId }),
    hasAdmin: async (): Promise<boolean> => (await model.exists({ role: 'ADMIN' })) !== null,

    /** Every account in id order, one at a time. */
    each: (): AsyncIterable<Pick<Account, '_id' | 'role' | 'tokenVersion'>> =>
      model
        .find({ ...notErased }, { role: 1, tokenVersion: 1 })
        .sort({ _id: 1 })
        .lean()
        .cursor(),

    cards: async (userIds: readonly UserId[]): Promise<UserCard[]> => {
      const found = await model
        .find({ _id: { $in: userIds }, ...notErased }, { name: 1, pronouns: 1 })
        .lean<Pick<Account, '_id' | 'name' | 'pronouns'>[]>();
      return found.map(({ _id, name, pronouns }) => ({ _id, name, pronouns: pronouns ?? null }));
    },
  };
};

/** Creates and changes accounts, each in one write with its outbox rows. */
const writes = (accounts: AccountsAggregate) => {
  const { model } = accounts;

  /** @returns null when no account matches `filter` any more, or the change would violate a unique index */
  const change = (
    filter: AccountFilter,
    { set = {}, unset = [], endSessions = false, events = [], work = [], applied }: AccountChange,
  ): Promise<Account | null> =>
    accounts.change(
      { ...filter, ...notErased },
      {
        ...(Object.keys(set).length > 0 ? { $set: withSounds(set) } : {}),
        ...(unset.length > 0 ? { $unset: unsetOf(unset) } : {}),
        ...(endSessions ? { $inc: { tokenVersion: 1 } } : {}),
      },
      { events, work, ...(applied ? { applied } : {}) },
    );

  return {
    change,
    /** @returns false, publishing nothing, when another account has the email, phone or Google id */
    add: (account: Account, events: AnyEvent[], work: Work[] = []): Promise<boolean> =>
      accounts.create(withSounds(account), { events, work }),
    /** Stores the sounds of names from before they were stored. */
    addSounds: async (signal: AbortSignal): Promise<void> => {
      const missing = { sounds: { $exists: false }, ...notErased };
      for await (const { _id, name } of model.find(missing, { name: 1 }).lean<Account[]>().cursor()) {
        if (signal.aborted) return;
        await model.updateOne({ _id, name, ...notErased }, { $set: { sounds: soundsOf(name) } });
      }
    },

    /** Makes the account an admin with a new password and removes every earlier way to log in. */
    makeAdmin: (account: Account, passwordHash: string, events: AnyEvent[]): Promise<Account | null> =>
      change(
        { _id: account._id, tokenVersion: account.tokenVersion },
        {
          set: { role: 'ADMIN', passwordHash },
          unset: ['googleId', 'googleEmail', 'phone', 'reset', 'newEmail', 'unproved'],
          endSessions: true,
          events,
        },
      ),

    /** Removes addresses whose confirmation links have expired. */
    dropExpiredEmails: async (now: Date): Promise<void> => {
      await model.updateMany(
        { 'newEmail.hash': { $exists: true }, 'newEmail.expiresAt': { $lte: now } },
        { $unset: { newEmail: 1 } },
      );
    },

    /** Clears `leaving` marks set before `before`: their process stopped. */
    clearStaleRemovals: async (before: Date): Promise<void> => {
      await model.updateMany({ role: 'ADMIN', 'leaving.at': { $lt: before } }, { $unset: { leaving: 1 } });
    },
  };
};

export const accountsStore = (accounts: AccountsAggregate) => ({ ...reads(accounts), ...writes(accounts) });
