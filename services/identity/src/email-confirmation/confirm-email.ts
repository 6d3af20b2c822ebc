import { Refusal } from '@satrangi/chassis';
import { accountTexts } from '@satrangi/contracts';
import type { Deps } from '../accounts/accounts.deps.ts';
import { hashOfToken } from '../accounts/mailed-token.rules.ts';
import { endInvitations, mailboxKey } from '../admins/end-invitations.ts';
import { unlinkUnprovedGoogle } from '../google/unlink-google.ts';

const TRIES = 5;

/**
 * Confirms a changed email or the one given at registration. Each token works once; a repeated confirmation gets the
 * same response. A changed email voids reset links and invitations mailed to the previous one, and a Google link made for it. Confirming
 * proves less than setting a password: the account is not erased as unproved any more (decision 0053), but the email
 * does not count as verified for linking accounts (decision 0032).
 * @throws Refusal validation-failed, already-used
 */
export const confirmEmail =
  (deps: Pick<Deps, 'accounts' | 'clock' | 'ids' | 'secret'>) =>
  async (token: string): Promise<void> => {
    const { accounts, clock, ids, secret } = deps;
    const unlink = unlinkUnprovedGoogle(deps);
    const hash = hashOfToken(token);
    const byToken = () => ({ 'newEmail.hash': hash, 'newEmail.expiresAt': { $gt: clock.now() } });
    const isConfirmed = async (): Promise<boolean> =>
      (await accounts.findOne({ confirmedBy: hash })) !== null;

    for (let tries = 0; tries < TRIES; tries += 1) {
      const account = await accounts.findOne(byToken());
      const email = account?.newEmail?.email;
      if (!account || !email) break;
      const { _id, googleId } = account;
      // The filter includes the Google link, so that one added after the read is not left in place.
      const unchanged = { ...byToken(), _id, googleId: googleId ?? { $exists: false } };
      const { unset, work } = unlink({ ...account, email });
      const left = account.email === undefined ? null : mailboxKey(secret, account.email);
      const changed = await accounts.change(unchanged, {
        set: { email, confirmedBy: hash },
        unset: ['newEmail', 'emailVerifiedAt', 'unproved', 'oldSpellingOf', 'reset', ...unset],
        work: [...work, ...(left ? [endInvitations({ at: clock.now(), mailbox: left }, ids.newId())] : [])],
      });
      if (changed) return;
      const owner = await accounts.byIdentifier({ email });
      if (!owner || owner._id === _id) continue;
      if (await accounts.change({ ...byToken(), _id }, { unset: ['newEmail'] }))
        throw new Refusal('already-used', accountTexts.newEmailTaken);
    }
    const proved = await accounts.change(
      { 'unproved.link.hash': hash, 'unproved.link.expiresAt': { $gt: clock.now() } },
      { set: { confirmedBy: hash }, unset: ['unproved'] },
    );
    if (!proved && !(await isConfirmed()))
      throw new Refusal('validation-failed', accountTexts.resetTokenInvalid);
  };
