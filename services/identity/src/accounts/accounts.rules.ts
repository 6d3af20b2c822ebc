import {
  type AnswerOf,
  type ErasingService,
  type InputOf,
  type identityApi,
  normalisePhone,
  type Role,
  UserId,
} from '@satrangi/contracts';
import type { MailedToken } from './mailed-token.rules.ts';

/** The stored name of a row's next check. Stored rows and their indexes have it, so code uses this constant. */
export const NEXT_CHECK_AT = 'lookAt';

/** The account closed before its erasure: all logins ended, and a login cancels the erasure. */
export type Closing = {
  /** The token version of the account since then. A higher one means that the account changed. */
  readonly tokenVersion: number;
};

/** An account whose address was typed at registration and has not been confirmed (decision 0053). */
export type Unproved = {
  /** The link that confirms the address; all mails carry the same one. */
  readonly link: MailedToken;
  /** The account is not erased before; null: the rule was off at registration. */
  readonly dueAt: Date | null;
  /** When the sweep checks the account next; null: never. */
  readonly [NEXT_CHECK_AT]: Date | null;
  /** Consecutive holdings queries that a service did not answer. */
  readonly tries: number;
  /** When the mail server accepted the reminder. Without it, the account is not erased. */
  readonly remindedAt?: Date;
  readonly closing?: Closing;
};

/** What remains of a deleted account. */
export type Erasure = {
  readonly at: Date;
  /** When each service confirmed the erasure of its own data. */
  readonly forgottenBy: Readonly<Partial<Record<ErasingService, Date>>>;
  /** How often the deletion was published again. */
  readonly tries: number;
  /** When the sweep checks the record next; null when all services have confirmed. */
  readonly [NEXT_CHECK_AT]: Date | null;
};

/** An account. `email`, `phone` and `googleId` are absent, never null: unique among the accounts that have one. */
export type Account = {
  _id: UserId;
  name: string;
  email?: string;
  phone?: string;
  /** Absent for accounts that sign in with Google only. */
  passwordHash?: string;
  /** The `sub` claim of the user's Google ID tokens. */
  googleId?: string;
  /**
   * The address that Google had verified when `googleId` was linked. Google opens the account only while this is its
   * `email`. Absent on links older than this field.
   */
  googleEmail?: string;
  /** Since when the user is known to read this mailbox. UTC, ISO 8601. */
  emailVerifiedAt?: string;
  /**
   * The current spelling of `email`, when another account has it already. Such accounts are older than the rule of one
   * spelling for each mailbox; this field makes them reachable.
   */
  oldSpellingOf?: string;
  unproved?: Unproved;
  /** The newest reset token, until it is used. */
  reset?: MailedToken;
  /** The address that replaces `email` once the link mailed to it is confirmed. */
  newEmail?: MailedToken & { readonly email: string };
  /** Hash of the last token that confirmed an address: a repeated confirmation gets the same response. */
  confirmedBy?: string;
  /** Set while an admin gives up the role; see protect-last-admin. */
  leaving?: { readonly token: string; readonly at: Date };
  pronouns: string | null;
  bio: string | null;
  city: string | null;
  interests: string[];
  /** The model provider of the chat may receive the interests; absent: no. */
  aiPersonal?: boolean;
  country: string | null;
  role: Role;
  /** Raised to end all sessions of the account. */
  tokenVersion: number;
  /** UTC, ISO 8601. */
  createdAt: string;
  /** Sounds of the name, for the search of admins; absent in accounts from before they were stored. */
  sounds?: string[];
};

/** A stored document: an account, or after its deletion the erasure record under the same id. */
export type StoredAccount = Account & { erasure?: Erasure };

export type Registration = InputOf<(typeof identityApi)['register']>['body'];
export type ProfileChange = InputOf<(typeof identityApi)['updateProfile']>['body'];
export type UserCard = AnswerOf<(typeof identityApi)['listPublicProfiles']>['people'][number];
/** The normalised email or phone number that a user logs in with. */
export type LoginIdentifier = { readonly email: string } | { readonly phone: string };

export const CARDS_MAX = 100;
/** Used when ADMIN_EMAIL is not set. The host is reserved (RFC 2606), so the mailbox cannot exist. */
export const DEFAULT_ADMIN_EMAIL = 'admin@satrangi.example';

export const accountMessages = {
  alreadyUsed: 'That email or phone number is already registered. Try logging in.',
  loginFailed: 'Login failed',
  invalidToken: 'Invalid token',
  notFound: 'User not found',
  sessionNotFound: 'That login has ended already.',
  cursorInvalid: 'That cursor is not valid',
  googleNotOffered: 'Google sign-in is not offered here',
  forbidden: 'Forbidden',
  changedSinceSeen: 'The account changed since you opened it. Please look at it again.',
  concurrentChange: 'The account was changed meanwhile. Please try again.',
  resetRequested: 'If that address belongs to an account, a mail with a link is on its way.',
  resetDone: 'Password Reset!',
  tooManyCards: `Ask for at most ${CARDS_MAX} people at once`,
} as const;

const orNull = (text: string | null | undefined): string | null => text || null;
const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** The identifier in validated input; the email when both are given. */
export const loginIdentifierOf = ({
  email,
  phone,
}: {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}): LoginIdentifier => (email ? { email } : { phone: normalisePhone(phone ?? '') ?? '' });

/** A new account always has the role USER, whatever fields the request contains (checklist IDN-37, attack S5). */
export const newAccount = (
  registration: Registration,
  created: { readonly userId: UserId; readonly passwordHash: string; readonly now: Date },
): Account => {
  const phone = normalisePhone(registration.phone ?? '');
  return {
    _id: created.userId,
    name: registration.name,
    ...(registration.email ? { email: registration.email } : {}),
    ...(phone ? { phone } : {}),
    passwordHash: created.passwordHash,
    pronouns: orNull(registration.pronouns),
    bio: orNull(registration.bio),
    city: null,
    interests: [],
    country: null,
    role: 'USER',
    tokenVersion: 0,
    createdAt: created.now.toISOString(),
  };
};

/** Only the fields that were given. An empty text clears the field. */
export const profileFieldsOf = (change: ProfileChange): Partial<Account> => ({
  ...(change.name === undefined ? {} : { name: change.name }),
  ...(change.pronouns === undefined ? {} : { pronouns: orNull(change.pronouns) }),
  ...(change.bio === undefined ? {} : { bio: orNull(change.bio) }),
  ...(change.city === undefined ? {} : { city: orNull(change.city) }),
  ...(change.interests === undefined ? {} : { interests: unique(change.interests) }),
  ...(change.aiPersonal === undefined ? {} : { aiPersonal: change.aiPersonal }),
  ...(change.country === undefined ? {} : { country: change.country }),
});

/** The changed fields that other users see; empty when there are none. */
export const publicFieldsOf = (changes: Partial<Account>): Partial<Pick<Account, 'name' | 'pronouns'>> => ({
  ...(changes.name === undefined ? {} : { name: changes.name }),
  ...(changes.pronouns === undefined ? {} : { pronouns: changes.pronouns }),
});

/**
 * The phone number that other services may pass to a provider. A phone is never verified: beside a verified email, it
 * may belong to another person who registered this address first (decision 0032).
 */
export const shareablePhone = (account: Pick<Account, 'phone' | 'emailVerifiedAt'> | null): string | null =>
  (account?.emailVerifiedAt === undefined && account?.phone) || null;

/** The address of an account, if its owner has proved it. */
export const confirmedEmail = (account: Pick<Account, 'email' | 'emailVerifiedAt'> | null): string | null =>
  (account?.emailVerifiedAt !== undefined && account.email) || null;

/** True for a Google link that was not verified for the account's current email. */
export const hasUnprovedGoogle = ({
  googleId,
  googleEmail,
  email,
}: Pick<Account, 'googleId' | 'googleEmail' | 'email'>): boolean =>
  googleId !== undefined && (googleEmail === undefined || googleEmail !== email);

export const toProfile = (account: Account): AnswerOf<(typeof identityApi)['getProfile']> => ({
  _id: account._id,
  name: account.name,
  email: account.email ?? null,
  phone: account.phone ?? null,
  pronouns: account.pronouns,
  bio: account.bio,
  city: account.city,
  interests: account.interests,
  aiPersonal: account.aiPersonal ?? false,
  country: account.country,
  role: account.role,
  createdAt: account.createdAt,
  pendingEmail: account.newEmail?.email ?? null,
  hasPassword: account.passwordHash !== undefined,
  hasGoogle: account.googleId !== undefined,
  unconfirmedEmail: account.unproved ? { deletedAfter: account.unproved.dueAt?.toISOString() ?? null } : null,
});

/** The distinct valid ids of a comma-separated list. */
export const parseUserIds = (list: string): UserId[] =>
  unique(list.split(',')).flatMap((id) => UserId.safeParse(id.trim()).data ?? []);
