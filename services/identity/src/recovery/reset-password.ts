import { Refusal } from '@satrangi/chassis';
import { accountTexts } from '@satrangi/contracts';
import { accountFacts } from '../accounts/account-facts.ts';
import type { Needs } from '../accounts/accounts.needs.ts';
import type { Account } from '../accounts/accounts.rules.ts';
import { refuseCommon } from '../accounts/common-passwords.ts';
import { hashOfToken } from '../accounts/mailed-token.rules.ts';
import { unlinkUnprovedGoogle } from '../google/unlink-google.ts';
import { mailWork } from '../mail/mail-work.ts';

/**
 * Sets a new password for the reader of the account's mailbox: once for each token. All sessions end, with a change of
 * address under way and a Google link that was not proved for this mailbox (checklist IDN-34, attack S18).
 * @throws Refusal validation-failed.
 */
export const resetPassword = (needs: Needs) => {
  const { accounts, passwords, clock, ids } = needs;
  const facts = accountFacts(needs);
  const unlink = unlinkUnprovedGoogle(needs);

  return async (token: string, password: string): Promise<void> => {
    const byToken = () => ({ 'reset.hash': hashOfToken(token), 'reset.expiresAt': { $gt: clock.now() } });
    const owner = (): Promise<Account | null> => accounts.one(byToken());
    let account = await owner();
    if (account) refuseCommon(password);
    const passwordHash = account ? await passwords().hash(password) : '';
    // somebody's role may change in between; the token goes with the first write that finds it
    for (; account; account = await owner()) {
      const { _id, tokenVersion, googleId } = account;
      const google = unlink(account);
      const done = await accounts.change(
        // a Google account linked after the read would stay: the write finds the link it decided about
        { ...byToken(), _id, tokenVersion, googleId: googleId ?? { $exists: false } },
        {
          set: { passwordHash, emailVerifiedAt: clock.now().toISOString() },
          unset: ['reset', 'newEmail', 'unproved', ...google.unset],
          endSessions: true,
          events: [facts.sessionsEnded(account)],
          work: [mailWork('password-changed', _id, { id: ids.newId(), now: clock.now() }), ...google.work],
        },
      );
      if (done) return;
    }
    throw new Refusal('validation-failed', accountTexts.resetTokenInvalid);
  };
};
