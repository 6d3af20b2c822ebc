import { Refusal } from '@satrangi/chassis';
import type { Needs } from '../accounts/accounts.needs.ts';
import { type Account, accountSentences } from '../accounts/accounts.rules.ts';
import { REOPENED_MS } from './unproved.rules.ts';

/**
 * Somebody logs in to an account that was about to be erased: the erasure is taken back before the login begins, so that
 * no login lives beside it.
 * @throws Refusal login-failed when the account was erased in between
 */
export const reopenAccount =
  ({ accounts, clock }: Pick<Needs, 'accounts' | 'clock'>) =>
  async ({ _id, unproved }: Pick<Account, '_id' | 'unproved'>): Promise<void> => {
    if (!unproved?.closing) return;
    if (await accounts.unproved.reopen(_id, new Date(clock.now().getTime() + REOPENED_MS))) return;
    if (!(await accounts.byId(_id))) throw new Refusal('login-failed', accountSentences.loginFailed);
  };
