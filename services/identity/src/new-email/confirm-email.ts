import { Refusal } from '@satrangi/chassis';
import { accountTexts } from '@satrangi/contracts';
import type { Needs } from '../accounts/accounts.needs.ts';
import { hashOfToken } from '../accounts/mailed-token.rules.ts';
import { unlinkUnprovedGoogle } from '../google/unlink-google.ts';

const TRIES = 5;

/**
 * Makes the new address the address of the account, or confirms the one given at registration: once for each token; sent
 * twice, it answers the same. After a change, a reset link mailed to the address before and a Google account linked for it
 * end. Pressing a button proves less than setting a password does: the account is not erased as unproved any more
 * (decision 0053), and the address does not count as verified for joining accounts (decision 0032).
 * @throws Refusal validation-failed, already-used.
 */
export const confirmEmail =
  (needs: Pick<Needs, 'accounts' | 'clock' | 'ids'>) =>
  async (token: string): Promise<void> => {
    const { accounts, clock } = needs;
    const unlink = unlinkUnprovedGoogle(needs);
    const hash = hashOfToken(token);
    const fresh = () => ({ 'newEmail.hash': hash, 'newEmail.expiresAt': { $gt: clock.now() } });
    const isDone = async (): Promise<boolean> => (await accounts.one({ confirmedBy: hash })) !== null;

    for (let tries = 0; tries < TRIES; tries += 1) {
      const account = await accounts.one(fresh());
      const email = account?.newEmail?.email;
      if (!account || !email) break;
      const { _id, googleId } = account;
      // a Google account linked after the read would stay: the write finds the link it decided about
      const same = { ...fresh(), _id, googleId: googleId ?? { $exists: false } };
      const { unset, work } = unlink({ ...account, email });
      const changed = await accounts.change(same, {
        set: { email, confirmedBy: hash },
        unset: ['newEmail', 'emailVerifiedAt', 'unproved', 'oldSpellingOf', 'reset', ...unset],
        work,
      });
      if (changed) return;
      const namesake = await accounts.byLogin({ email });
      if (!namesake || namesake._id === _id) continue;
      if (await accounts.change({ ...fresh(), _id }, { unset: ['newEmail'] }))
        throw new Refusal('already-used', accountTexts.newEmailTaken);
    }
    const proved = await accounts.change(
      { 'unproved.link.hash': hash, 'unproved.link.expiresAt': { $gt: clock.now() } },
      { set: { confirmedBy: hash }, unset: ['unproved'] },
    );
    if (!proved && !(await isDone())) throw new Refusal('validation-failed', accountTexts.resetTokenInvalid);
  };
