import type { Work } from '@satrangi/chassis';
import type { Needs } from '../accounts/accounts.needs.ts';
import { type Account, hasUnprovedGoogle } from '../accounts/accounts.rules.ts';
import { mailWork } from '../mail/mail-work.ts';

/** The part of a write that unlinks Google: fields to remove, and the notice to the mailbox of the account. */
export type Unlink = { readonly unset: readonly (keyof Account)[]; readonly work: readonly Work[] };

/**
 * Unlinks a Google account that was never shown to belong to the mailbox the account will have (decision 0032).
 * Empty when there is none.
 * @param next the account as it is read, with the `email` it has after the write
 */
export const unlinkUnprovedGoogle =
  ({ clock, ids }: Pick<Needs, 'clock' | 'ids'>) =>
  (next: Pick<Account, '_id' | 'googleId' | 'googleEmail' | 'email'>): Unlink =>
    hasUnprovedGoogle(next)
      ? {
          unset: ['googleId', 'googleEmail'],
          work: [mailWork('google-unlinked', next._id, { id: ids.newId(), now: clock.now() })],
        }
      : { unset: [], work: [] };
