import { NEXT_CHECK_AT, type Unproved } from '../accounts/accounts.rules.ts';
import { mailedLifetimes, newMailedToken } from '../accounts/mailed-token.rules.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const SWEEP_UNPROVED_MS = 15_000;
/** The lease of a replica that queries holdings. After it, another replica continues. */
export const CLAIM_MS = 5 * MINUTE_MS;
/** Between the end of all sessions and the second query: much longer than a request that was in progress can last. */
export const QUERY_AGAIN_MS = HOUR_MS;
/** The delay after a login has cancelled an erasure. */
export const REOPENED_MS = DAY_MS;
/** The delay for accounts that own something: owners usually keep it. */
export const OWNER_MS = 30 * DAY_MS;

/** The time between reminder and erasure in milliseconds: three days, or a quarter of a short term. */
const noticeOf = (days: number): number => Math.min(3, days / 4) * DAY_MS;

/** Exponential backoff from an hour to a day while a service does not respond. */
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
    [NEXT_CHECK_AT]: dueAt && new Date(dueAt.getTime() - noticeOf(days)),
    tries: 0,
  };
};

/** The new expiry of the link when it is mailed again. */
export const linkExpiry = (now: Date): Date => new Date(now.getTime() + mailedLifetimes.proof);

export type Step =
  | { readonly to: 'wait'; readonly until: Date | null }
  | { readonly to: 'remind'; readonly until: Date }
  | { readonly to: 'ask' }
  | { readonly to: 'reopen' };

/** The next step for an account whose check is due. */
export const nextStep = (
  { unproved, tokenVersion }: { readonly unproved: Unproved; readonly tokenVersion: number },
  { now, days }: { readonly now: Date; readonly days: number },
): Step => {
  const { dueAt, remindedAt, closing } = unproved;
  if (closing) return { to: closing.tokenVersion === tokenVersion ? 'ask' : 'reopen' };
  if (!dueAt) return { to: 'wait', until: null };
  const notice = noticeOf(days);
  // Repeats after the notice: a mail that the server has not accepted does not count as a reminder.
  if (!remindedAt) return { to: 'remind', until: new Date(now.getTime() + notice) };
  const earliest = new Date(Math.max(dueAt.getTime(), remindedAt.getTime() + notice));
  return now < earliest ? { to: 'wait', until: earliest } : { to: 'ask' };
};
