import { type Caller, Refusal } from '@satrangi/chassis';
import type { Needs } from './accounts.needs.ts';
import { type Account, accountSentences } from './accounts.rules.ts';

/**
 * The caller's account as it is kept now. Here nobody waits for news of ended sessions: the store is asked, so a token
 * counts no longer than its account does, whatever the broker is doing (promises P36, P39).
 * @throws Refusal invalid-token
 */
export const presentAccount =
  ({ accounts }: Pick<Needs, 'accounts'>) =>
  async ({ userId, tokenVersion }: Caller): Promise<Account> => {
    const account = await accounts.byId(userId);
    if (account && tokenVersion >= account.tokenVersion) return account;
    throw new Refusal('invalid-token', accountSentences.invalidToken);
  };

/** @throws Refusal invalid-token, or not-allowed when the account is no admin any more. */
export const presentAdmin = (needs: Pick<Needs, 'accounts'>) => {
  const present = presentAccount(needs);
  return async (caller: Caller): Promise<Account> => {
    const account = await present(caller);
    if (account.role === 'ADMIN') return account;
    throw new Refusal('not-allowed', accountSentences.forbidden);
  };
};
