import { Refusal } from '@satrangi/chassis';
import { type Account, accountMessages } from '../accounts/accounts.rules.ts';
import type { UnprovedDeps } from './unproved-accounts.deps.ts';
import { REOPENED_MS } from './unproved-accounts.rules.ts';

/**
 * Cancels the pending erasure of an unproved account at a login. Runs before the session starts, so that no session
 * exists beside a pending erasure.
 * @throws Refusal login-failed when the account has been erased concurrently
 */
export const reopenAccount =
  ({ accounts, unprovedAccounts, clock }: Pick<UnprovedDeps, 'accounts' | 'unprovedAccounts' | 'clock'>) =>
  async ({ _id, unproved }: Pick<Account, '_id' | 'unproved'>): Promise<void> => {
    if (!unproved?.closing) return;
    if (await unprovedAccounts.reopen(_id, new Date(clock.now().getTime() + REOPENED_MS))) return;
    if (!(await accounts.byId(_id))) throw new Refusal('login-failed', accountMessages.loginFailed);
  };
