import type { Work } from '@satrangi/chassis';
import type { Deps } from '../accounts/accounts.deps.ts';
import { type Account, hasUnprovedGoogle } from '../accounts/accounts.rules.ts';
import { mailWork } from '../mail/mail-work.ts';

/** The part of a write that unlinks Google: fields to unset, and the notice to the account's email. */
export type Unlink = { readonly unset: readonly (keyof Account)[]; readonly work: readonly Work[] };

/**
 * Unlinks a Google account that was not verified for the email which the account has after the write (decision 0032).
 * @param next the account as read, with its new `email`
 * @returns empty lists when there is nothing to unlink
 */
export const unlinkUnprovedGoogle =
  ({ clock, ids }: Pick<Deps, 'clock' | 'ids'>) =>
  (next: Pick<Account, '_id' | 'googleId' | 'googleEmail' | 'email'>): Unlink =>
    hasUnprovedGoogle(next)
      ? {
          unset: ['googleId', 'googleEmail'],
          work: [mailWork('google-unlinked', next._id, { id: ids.newId(), now: clock.now() })],
        }
      : { unset: [], work: [] };
