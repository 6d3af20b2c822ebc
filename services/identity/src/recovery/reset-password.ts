import { Refusal } from '@satrangi/chassis';
import { accountTexts } from '@satrangi/contracts';
import { accountFacts } from '../accounts/account-facts.ts';
import type { Needs } from '../accounts/accounts.needs.ts';
import type { Account } from '../accounts/accounts.rules.ts';
import { refuseCommon } from '../accounts/common-passwords.ts';
import { hashOfToken } from '../accounts/mailed-token.rules.ts';
import { mailWork } from '../mail/mail-work.ts';

/**
 * Sets a new password for whoever reads the mail of the account: once for each token. All sessions end, and a change
 * of address somebody else may have begun is over (checklist IDN-34, attack S18).
 * @throws Refusal validation-failed.
 */
export const resetPassword = (needs: Needs) => {
  const { accounts, passwords, clock, ids } = needs;
  const facts = accountFacts(needs);

  return async (token: string, password: string): Promise<void> => {
    const byToken = () => ({ 'reset.hash': hashOfToken(token), 'reset.expiresAt': { $gt: clock.now() } });
    const owner = (): Promise<Account | null> => accounts.one(byToken());
    let account = await owner();
    if (account) refuseCommon(password);
    const passwordHash = account ? await passwords().hash(password) : '';
    // somebody's role may change in between; the token goes with the first write that finds it
    for (; account; account = await owner()) {
      const { _id, tokenVersion } = account;
      const done = await accounts.change(
        { ...byToken(), _id, tokenVersion },
        {
          set: { passwordHash, emailVerifiedAt: clock.now().toISOString() },
          unset: ['reset', 'newEmail'],
          endSessions: true,
          events: [facts.sessionsEnded(account)],
          work: [mailWork('password-changed', _id, { id: ids.newId(), now: clock.now() })],
        },
      );
      if (done) return;
    }
    throw new Refusal('validation-failed', accountTexts.resetTokenInvalid);
  };
};
