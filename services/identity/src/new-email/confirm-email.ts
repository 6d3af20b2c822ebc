import type { Needs } from '../accounts/accounts.needs.ts';
import { hashOfToken } from '../accounts/mailed-token.rules.ts';

export type Confirmation = 'confirmed' | 'expired' | 'taken';

/**
 * The link in a confirmation mail was opened: the new address is the address of the account. Once; a mail program that
 * opens it before its reader does changes nothing about what the reader sees. Opening a link proves less than setting a
 * password does: the address does not count as verified for joining accounts.
 */
export const confirmEmail =
  ({ accounts, clock }: Pick<Needs, 'accounts' | 'clock'>) =>
  async (token: string): Promise<Confirmation> => {
    const hash = hashOfToken(token);
    const fresh = { 'newEmail.hash': hash, 'newEmail.expiresAt': { $gt: clock.now() } };
    const account = await accounts.one(fresh);
    const email = account?.newEmail?.email;
    if (!account || !email) return (await accounts.one({ confirmedBy: hash })) ? 'confirmed' : 'expired';
    const changed = await accounts.change(
      { ...fresh, _id: account._id },
      { set: { email, confirmedBy: hash }, unset: ['newEmail', 'emailVerifiedAt', 'reset'] },
    );
    if (changed || (await accounts.one({ confirmedBy: hash }))) return 'confirmed';
    const taken = await accounts.change({ ...fresh, _id: account._id }, { unset: ['newEmail'] });
    return taken ? 'taken' : 'expired';
  };
