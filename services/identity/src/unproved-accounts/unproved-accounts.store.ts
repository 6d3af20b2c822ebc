import type { Work } from '@satrangi/chassis';
import type { AnyEvent, UserId } from '@satrangi/contracts';
import { type Account, NEXT_CHECK_AT, type Unproved } from '../accounts/accounts.rules.ts';
import { type AccountsAggregate, notErased } from '../accounts/accounts.store.ts';

export type UnprovedAccount = Pick<Account, '_id' | 'role' | 'tokenVersion'> & {
  readonly unproved: Unproved;
};

const NEXT_CHECK = `unproved.${NEXT_CHECK_AT}`;

/** A filter that matches the account only while it is as it was read (compare-and-set). */
export const unchangedSince = ({ _id, tokenVersion, unproved }: UnprovedAccount) => ({
  _id,
  role: 'USER' as const,
  tokenVersion,
  [NEXT_CHECK]: unproved[NEXT_CHECK_AT],
  ...notErased,
});

const asUnproved = (found: unknown): UnprovedAccount | null => found as UnprovedAccount | null;

/** The times of checks, and the mails that go out at them. */
const checks = ({ model, change }: AccountsAggregate) => ({
  /** Admins are excluded. */
  due: (now: Date, limit: number): Promise<UnprovedAccount[]> =>
    model
      .find(
        { [NEXT_CHECK]: { $lte: now }, role: 'USER', ...notErased },
        { role: 1, tokenVersion: 1, unproved: 1 },
      )
      .sort({ [NEXT_CHECK]: 1 })
      .limit(limit)
      .lean<UnprovedAccount[]>()
      .exec(),

  /** Sets the next check. @returns null when the account has changed since it was read */
  reschedule: async (
    account: UnprovedAccount,
    nextCheckAt: Date | null,
    tries = account.unproved.tries,
  ): Promise<UnprovedAccount | null> =>
    asUnproved(
      await change(unchangedSince(account), {
        $set: { [NEXT_CHECK]: nextCheckAt, 'unproved.tries': tries },
      }),
    ),

  /** Sends the reminder and extends its link to `linkUntil`. */
  remind: async (
    account: UnprovedAccount,
    {
      nextCheckAt,
      linkUntil,
      work,
    }: { readonly nextCheckAt: Date; readonly linkUntil: Date; readonly work: Work },
  ): Promise<void> => {
    await change(
      unchangedSince(account),
      { $set: { [NEXT_CHECK]: nextCheckAt, 'unproved.link.expiresAt': linkUntil } },
      { work: [work] },
    );
  },

  /** Records that the mail server accepted the reminder. */
  recordReminder: async (userId: UserId, at: Date): Promise<void> => {
    await change(
      { _id: userId, unproved: { $exists: true }, 'unproved.remindedAt': { $exists: false }, ...notErased },
      { $set: { 'unproved.remindedAt': at } },
    );
  },

  /** Mails the link again. @returns null when the address has been confirmed concurrently */
  mailLink: async (userId: UserId, linkUntil: Date, work: Work): Promise<UnprovedAccount | null> =>
    asUnproved(
      await change(
        { _id: userId, unproved: { $exists: true }, ...notErased },
        { $set: { 'unproved.link.expiresAt': linkUntil } },
        { work: [work] },
      ),
    ),
});

/** A close ends the sessions of an account before its erasure; a reopen cancels it. */
const closing = ({ change }: AccountsAggregate) => ({
  /** Ends all sessions before the erasure. @returns null when the account has changed since it was read */
  close: async (
    account: UnprovedAccount,
    nextCheckAt: Date,
    sessionsEnded: AnyEvent,
  ): Promise<UnprovedAccount | null> =>
    asUnproved(
      await change(
        unchangedSince(account),
        {
          $set: {
            'unproved.closing': { tokenVersion: account.tokenVersion + 1 },
            [NEXT_CHECK]: nextCheckAt,
            'unproved.tries': 0,
          },
          $inc: { tokenVersion: 1 },
        },
        { events: [sessionsEnded] },
      ),
    ),

  /** Cancels a pending erasure. @returns null when there is none */
  reopen: async (userId: UserId, nextCheckAt: Date): Promise<UnprovedAccount | null> =>
    asUnproved(
      await change(
        { _id: userId, 'unproved.closing': { $exists: true }, ...notErased },
        {
          $set: { [NEXT_CHECK]: nextCheckAt, 'unproved.tries': 0 },
          $unset: { 'unproved.closing': 1 },
        },
      ),
    ),
});

export type UnprovedAccountsStore = ReturnType<typeof unprovedAccountsStore>;

/**
 * Unproved accounts. Each step is one compare-and-set: of two replicas, one succeeds, and a concurrent login or
 * confirmation makes the step fail.
 */
export const unprovedAccountsStore = (accounts: AccountsAggregate) => ({
  ...checks(accounts),
  ...closing(accounts),
});
