import type { Aggregate, Work } from '@satrangi/chassis';
import type { AnyEvent, UserId } from '@satrangi/contracts';
import type { Account, Kept } from '../accounts/accounts.rules.ts';
import type { Unproved } from './unproved.rules.ts';

export type UnprovedAccount = Pick<Account, '_id' | 'role' | 'tokenVersion'> & {
  readonly unproved: Unproved;
};

const isThere = { erasure: { $exists: false } } as const;

/** What the account must look like so that a decision about it still holds: as it was read, by its next look. */
export const asRead = ({ _id, tokenVersion, unproved }: UnprovedAccount) => ({
  _id,
  role: 'USER' as const,
  tokenVersion,
  'unproved.lookAt': unproved.lookAt,
  ...isThere,
});

/**
 * Accounts whose address was never proved. Each step is one write that finds the account as it was read, so that of two
 * processes one does it, and a login or a proof in between makes it miss.
 */
export const unprovedIn = ({ model, change }: Aggregate<Kept>) => {
  const asUnproved = (found: unknown): UnprovedAccount | null => found as UnprovedAccount | null;

  return {
    /** Admins are never among them. */
    due: (now: Date, limit: number): Promise<UnprovedAccount[]> =>
      model
        .find(
          { 'unproved.lookAt': { $lte: now }, role: 'USER', ...isThere },
          { role: 1, tokenVersion: 1, unproved: 1 },
        )
        .sort({ 'unproved.lookAt': 1 })
        .limit(limit)
        .lean<UnprovedAccount[]>()
        .exec(),

    /** Puts off the next look. Null when another process was first, or the account changed. */
    putOff: async (
      account: UnprovedAccount,
      lookAt: Date | null,
      tries = account.unproved.tries,
    ): Promise<UnprovedAccount | null> =>
      asUnproved(
        await change(asRead(account), { $set: { 'unproved.lookAt': lookAt, 'unproved.tries': tries } }),
      ),

    /** Asks for the reminder; its link works for `linkUntil`. */
    remind: async (
      account: UnprovedAccount,
      { lookAt, linkUntil, work }: { readonly lookAt: Date; readonly linkUntil: Date; readonly work: Work },
    ): Promise<void> => {
      await change(
        asRead(account),
        { $set: { 'unproved.lookAt': lookAt, 'unproved.link.expiresAt': linkUntil } },
        { work: [work] },
      );
    },

    /** The mail server took the reminder. */
    reminded: async (userId: UserId, at: Date): Promise<void> => {
      await change(
        { _id: userId, unproved: { $exists: true }, 'unproved.remindedAt': { $exists: false }, ...isThere },
        { $set: { 'unproved.remindedAt': at } },
      );
    },

    /** Ends every login, and says so; the erasure may follow. Null when the account changed. */
    close: async (account: UnprovedAccount, lookAt: Date, ended: AnyEvent): Promise<UnprovedAccount | null> =>
      asUnproved(
        await change(
          asRead(account),
          {
            $set: {
              'unproved.closing': { tokenVersion: account.tokenVersion + 1 },
              'unproved.lookAt': lookAt,
              'unproved.tries': 0,
            },
            $inc: { tokenVersion: 1 },
          },
          { events: [ended] },
        ),
      ),

    /** Takes an erasure under way back. Null when there is none. */
    reopen: async (userId: UserId, lookAt: Date): Promise<UnprovedAccount | null> =>
      asUnproved(
        await change(
          { _id: userId, 'unproved.closing': { $exists: true }, ...isThere },
          {
            $set: { 'unproved.lookAt': lookAt, 'unproved.tries': 0 },
            $unset: { 'unproved.closing': 1 },
          },
        ),
      ),

    /** Mails the link again. Null when the address was proved in between. */
    mailLink: async (userId: UserId, linkUntil: Date, work: Work): Promise<UnprovedAccount | null> =>
      asUnproved(
        await change(
          { _id: userId, unproved: { $exists: true }, ...isThere },
          { $set: { 'unproved.link.expiresAt': linkUntil } },
          { work: [work] },
        ),
      ),
  };
};
