import { type MailedToken, mailedLifetimes, newMailedToken } from '../accounts/mailed-token.rules.ts';

/** Where the erasure of an account stands whose address was typed at registration and not proved since (decision 0053). */
export type Unproved = {
  /** The link that confirms the address; the same in every mail. */
  readonly link: MailedToken;
  /** Not erased before; null: the rule was off at registration. */
  readonly dueAt: Date | null;
  /** When the job looks next; null: never. */
  readonly lookAt: Date | null;
  /** Questions in a row that a service left open. */
  readonly tries: number;
  /** When the mail server took the reminder: without it the account is not erased. */
  readonly remindedAt?: Date;
  readonly closing?: Closing;
};

/** Every login of the account ended. It is erased after a second question, unless somebody logs in before. */
export type Closing = {
  /** Of the account since then: a login token of a lower version opens nothing. */
  readonly tokenVersion: number;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const SWEEP_UNPROVED_MS = 15_000;
/** A process that stopped while it asked is followed by another after this long. */
export const CLAIM_MS = 5 * MINUTE_MS;
/** From the end of all logins to the second question: far longer than a request that was under way can last. */
export const ASK_AGAIN_MS = HOUR_MS;
/** After a login has taken an erasure back. */
export const REOPENED_MS = DAY_MS;
/** Who owns something keeps it for long. */
export const OWNER_MS = 30 * DAY_MS;

/** How long before the erasure its reminder must be out, in milliseconds: three days, of short terms a quarter. */
const noticeOf = (days: number): number => Math.min(3, days / 4) * DAY_MS;

/** From an hour to a day, twice as long after each question a service left open. */
export const nextTryAt = (tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(DAY_MS, HOUR_MS * 2 ** Math.min(tries, 10)));

/** @param days until the account is erased; 0: never */
export const newUnproved = (
  secret: string,
  { id, now, days }: { readonly id: string; readonly now: Date; readonly days: number },
): Unproved => {
  const dueAt = days > 0 ? new Date(now.getTime() + days * DAY_MS) : null;
  return {
    link: newMailedToken(secret, 'proof', { id, now }),
    dueAt,
    lookAt: dueAt && new Date(dueAt.getTime() - noticeOf(days)),
    tries: 0,
  };
};

/** Until when the link works after it was mailed again. */
export const linkExpiry = (now: Date): Date => new Date(now.getTime() + mailedLifetimes.proof);

export type Step =
  | { readonly to: 'wait'; readonly until: Date | null }
  | { readonly to: 'remind'; readonly until: Date }
  | { readonly to: 'ask' }
  | { readonly to: 'reopen' };

/** What is done about an account whose time to look has come. */
export const nextStep = (
  { unproved, tokenVersion }: { readonly unproved: Unproved; readonly tokenVersion: number },
  { now, days }: { readonly now: Date; readonly days: number },
): Step => {
  const { dueAt, remindedAt, closing } = unproved;
  if (closing) return { to: closing.tokenVersion === tokenVersion ? 'ask' : 'reopen' };
  if (!dueAt) return { to: 'wait', until: null };
  const notice = noticeOf(days);
  // looked at again after the notice: a mail that no server took is no reminder
  if (!remindedAt) return { to: 'remind', until: new Date(now.getTime() + notice) };
  const earliest = new Date(Math.max(dueAt.getTime(), remindedAt.getTime() + notice));
  return now < earliest ? { to: 'wait', until: earliest } : { to: 'ask' };
};
