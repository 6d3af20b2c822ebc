import {
  type AnswerOf,
  type InputOf,
  type identityApi,
  normalisePhone,
  type Role,
  UserId,
} from '@satrangi/contracts';
import type { Erasure } from '../erasure/erasure.rules.ts';
import type { Unproved } from '../unproved/unproved.rules.ts';
import type { MailedToken } from './mailed-token.rules.ts';

/** An account as it is kept. `email`, `phone` and `googleId` are left out, never null: unique among those that have one. */
export type Account = {
  _id: UserId;
  name: string;
  email?: string;
  phone?: string;
  /** Left out: signs in with Google alone. */
  passwordHash?: string;
  /** The `sub` of Google's tokens for this person. */
  googleId?: string;
  /**
   * The address Google vouched for when `googleId` was linked. Google opens the account only while this is its `email`;
   * left out on links older than this field.
   */
  googleEmail?: string;
  /** Since when we know that who uses the account reads its mail. UTC, ISO 8601. */
  emailVerifiedAt?: string;
  /**
   * The spelling of today of `email`, where another account has it already: kept from when one mailbox could have several
   * accounts, so that each is still reached.
   */
  oldSpellingOf?: string;
  /** Of an account whose address was typed at registration and not proved since (decision 0053). */
  unproved?: Unproved;
  /** The newest reset mail, until it is used. */
  reset?: MailedToken;
  /** The address the account will have once its owner opens the link mailed there. */
  newEmail?: MailedToken & { readonly email: string };
  /** Hash of the last link that confirmed an address: opened twice, it says the same. */
  confirmedBy?: string;
  /** An admin about to stop being one; see leave-admins. */
  leaving?: { readonly token: string; readonly at: Date };
  pronouns: string | null;
  bio: string | null;
  city: string | null;
  interests: string[];
  country: string | null;
  role: Role;
  /** Raised to end every session of the account. */
  tokenVersion: number;
  /** UTC, ISO 8601. */
  createdAt: string;
};

/** What is kept: an account, or, after its end, the record of its erasure under the same id and nothing else. */
export type Kept = Account & { erasure?: Erasure };

export type Registration = InputOf<(typeof identityApi)['register']>['body'];
export type ProfileChange = InputOf<(typeof identityApi)['updateProfile']>['body'];
export type Card = AnswerOf<(typeof identityApi)['peopleCards']>['people'][number];
/** What a person typed to say who they are, normalised: the key of the account. */
export type Login = { readonly email: string } | { readonly phone: string };

export const CARDS_MAX = 100;
/** Used only when the operator named nobody. The host is reserved (RFC 2606) and can never be somebody's. */
export const DEFAULT_ADMIN_EMAIL = 'admin@satrangi.example';

export const accountSentences = {
  alreadyUsed: 'That email or phone number is already registered. Try logging in.',
  loginFailed: 'Login failed',
  invalidToken: 'Invalid token',
  notFound: 'User not found',
  sessionNotFound: 'That login has ended already.',
  cursorInvalid: 'That cursor is not valid',
  googleNotOffered: 'Google sign-in is not offered here',
  forbidden: 'Forbidden',
  changedMeanwhile: 'The account was changed meanwhile. Please try again.',
  resetAsked: 'If that address belongs to an account, a mail with a link is on its way.',
  resetDone: 'Password Reset!',
  tooManyCards: `Ask for at most ${CARDS_MAX} people at once`,
} as const;

const orNull = (text: string | null | undefined): string | null => text || null;
const each = (texts: readonly string[]): string[] => [...new Set(texts)];

/** The account key of checked input, the email first when both are given. */
export const loginOf = ({
  email,
  phone,
}: {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}): Login => (email ? { email } : { phone: normalisePhone(phone ?? '') ?? '' });

/** A new account is always a USER, whatever else was sent along (checklist IDN-37, attack S5). */
export const newAccount = (
  registration: Registration,
  made: { readonly userId: UserId; readonly passwordHash: string; readonly now: Date },
): Account => {
  const phone = normalisePhone(registration.phone ?? '');
  return {
    _id: made.userId,
    name: registration.name,
    ...(registration.email ? { email: registration.email } : {}),
    ...(phone ? { phone } : {}),
    passwordHash: made.passwordHash,
    pronouns: orNull(registration.pronouns),
    bio: orNull(registration.bio),
    city: null,
    interests: [],
    country: null,
    role: 'USER',
    tokenVersion: 0,
    createdAt: made.now.toISOString(),
  };
};

/** Only what was given; an emptied field is forgotten. */
export const changesOf = (change: ProfileChange): Partial<Account> => ({
  ...(change.name === undefined ? {} : { name: change.name }),
  ...(change.pronouns === undefined ? {} : { pronouns: orNull(change.pronouns) }),
  ...(change.bio === undefined ? {} : { bio: orNull(change.bio) }),
  ...(change.city === undefined ? {} : { city: orNull(change.city) }),
  ...(change.interests === undefined ? {} : { interests: each(change.interests) }),
  ...(change.country === undefined ? {} : { country: change.country }),
});

/** What others see of a person, as far as these changes touch it. Empty when nobody else would notice. */
export const publicPart = (changes: Partial<Account>): Partial<Pick<Account, 'name' | 'pronouns'>> => ({
  ...(changes.name === undefined ? {} : { name: changes.name }),
  ...(changes.pronouns === undefined ? {} : { pronouns: changes.pronouns }),
});

/**
 * The phone other services may hand to a provider. A phone is never proved: beside a proved mailbox it may be the number
 * of another person, who opened the account under it before (decision 0032).
 */
export const phoneToHandOn = (account: Pick<Account, 'phone' | 'emailVerifiedAt'> | null): string | null =>
  (account?.emailVerifiedAt === undefined && account?.phone) || null;

/** True for a Google link that was never shown to belong to the account's own mailbox. */
export const hasUnprovedGoogle = ({
  googleId,
  googleEmail,
  email,
}: Pick<Account, 'googleId' | 'googleEmail' | 'email'>): boolean =>
  googleId !== undefined && (googleEmail === undefined || googleEmail !== email);

export const profileOf = (account: Account): AnswerOf<(typeof identityApi)['getProfile']> => ({
  _id: account._id,
  name: account.name,
  email: account.email ?? null,
  phone: account.phone ?? null,
  pronouns: account.pronouns,
  bio: account.bio,
  city: account.city,
  interests: account.interests,
  country: account.country,
  role: account.role,
  createdAt: account.createdAt,
  pendingEmail: account.newEmail?.email ?? null,
  hasPassword: account.passwordHash !== undefined,
  hasGoogle: account.googleId !== undefined,
  unconfirmedEmail: account.unproved ? { deletedAfter: account.unproved.dueAt?.toISOString() ?? null } : null,
});

/** Everything kept of a person, except what only proves things: hashes and keys. */
export const exportOf = (
  account: Account,
): Omit<AnswerOf<(typeof identityApi)['exportMine']>, 'sessions'> => ({
  account: profileOf(account),
  emailVerified: account.emailVerifiedAt !== undefined,
  googleId: account.googleId ?? null,
});

/** Ids of a comma separated list, each once; what can be nobody's id is left out. */
export const idsOf = (list: string): UserId[] =>
  each(list.split(',')).flatMap((id) => UserId.safeParse(id.trim()).data ?? []);
