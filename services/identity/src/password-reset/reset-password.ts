import { Refusal } from '@satrangi/chassis';
import { accountTexts } from '@satrangi/contracts';
import { accountEvents } from '../accounts/account-events.ts';
import type { Deps } from '../accounts/accounts.deps.ts';
import type { Account } from '../accounts/accounts.rules.ts';
import { rejectCommonPassword } from '../accounts/common-passwords.ts';
import { hashOfToken } from '../accounts/mailed-token.rules.ts';
import { unlinkUnprovedGoogle } from '../google/unlink-google.ts';
import { mailWork } from '../mail/mail-work.ts';

/**
 * Sets a new password with a mailed token. Each token works once. Ends all sessions, a pending change of email and a
 * Google link that was not verified for this mailbox (checklist IDN-34, attack S18).
 * @throws Refusal validation-failed
 */
export const resetPassword = (deps: Deps) => {
  const { accounts, passwords, clock, ids } = deps;
  const { sessionsEnded } = accountEvents(deps);
  const unlink = unlinkUnprovedGoogle(deps);

  return async (token: string, password: string): Promise<void> => {
    const byToken = () => ({ 'reset.hash': hashOfToken(token), 'reset.expiresAt': { $gt: clock.now() } });
    const findOwner = (): Promise<Account | null> => accounts.findOne(byToken());
    let account = await findOwner();
    if (account) rejectCommonPassword(password);
    const passwordHash = account ? await passwords().hash(password) : '';
    // Retries after a concurrent change of the account; the first successful write uses up the token.
    for (; account; account = await findOwner()) {
      const { _id, tokenVersion, googleId } = account;
      const google = unlink(account);
      const done = await accounts.change(
        // The filter includes the Google link, so that one added after the read is not left in place.
        { ...byToken(), _id, tokenVersion, googleId: googleId ?? { $exists: false } },
        {
          set: { passwordHash, emailVerifiedAt: clock.now().toISOString() },
          unset: ['reset', 'newEmail', 'unproved', ...google.unset],
          endSessions: true,
          events: [sessionsEnded(account)],
          work: [mailWork('password-changed', _id, { id: ids.newId(), now: clock.now() }), ...google.work],
        },
      );
      if (done) return;
    }
    throw new Refusal('validation-failed', accountTexts.resetTokenInvalid);
  };
};
