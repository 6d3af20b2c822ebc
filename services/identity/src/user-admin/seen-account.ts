import { Refusal } from '@satrangi/chassis';
import { matchesRevision, type UserRow } from '@satrangi/contracts';
import { type Account, accountMessages } from '../accounts/accounts.rules.ts';
import type { AccountFilter } from '../accounts/accounts.store.ts';
import { revisionOf } from './users.rules.ts';

/**
 * Refuses a write of an admin who has seen another state of the account (decision 0023).
 * @param ifMatch the header; undefined: any state may be changed
 * @param rowOf what the refusal shows of the present state
 * @returns the filter that the write must use, so that the comparison is part of it
 * @throws Refusal version-conflict with `data.current`
 */
export const requireSeen =
  (secret: string, rowOf: (account: Account) => UserRow) =>
  (account: Account, ifMatch: string | undefined): AccountFilter => {
    if (ifMatch === undefined) return {};
    if (!matchesRevision(ifMatch, revisionOf(secret, account)))
      throw new Refusal('version-conflict', accountMessages.changedSinceSeen, {
        data: { current: rowOf(account) },
      });
    const { name, email, role } = account;
    return { name, email: email ?? { $exists: false }, role };
  };
