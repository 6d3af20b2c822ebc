import { Refusal } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import { accountMessages } from '../accounts/accounts.rules.ts';
import { eraseAccount } from '../privacy/erase-account.ts';
import type { PrivacyDeps } from '../privacy/privacy.deps.ts';
import { requireSeen } from './seen-account.ts';
import { toMaskedRow } from './users.rules.ts';

const TRIES = 5;

/**
 * Deletes an account as an admin.
 * @param ifMatch the state that the admin saw; undefined: any
 * @throws Refusal not-found, last-admin, version-conflict with `data.current`
 */
export const deleteUser = (deps: PrivacyDeps) => {
  const { accounts, log, secret } = deps;
  const erase = eraseAccount(deps);
  const seen = requireSeen(secret, toMaskedRow(secret));

  return async (userId: UserId, ifMatch: string | undefined, adminId: UserId): Promise<void> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const account = await accounts.byId(userId);
      if (!account) throw new Refusal('not-found', accountMessages.notFound);
      if (!(await erase(userId, { provided: seen(account, ifMatch) }))) continue;
      log.info({ userId, key: adminId, kind: 'account-deleted' }, 'account deleted by admin');
      return;
    }
    throw new Refusal('version-conflict', accountMessages.concurrentChange);
  };
};
