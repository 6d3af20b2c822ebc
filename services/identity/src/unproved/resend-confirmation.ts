import type { Caller } from '@satrangi/chassis';
import type { Needs } from '../accounts/accounts.needs.ts';
import { presentAccount } from '../accounts/present-account.ts';
import { attemptKey } from '../attempts/attempts.rules.ts';
import { refuseWhenTired } from '../attempts/refuse-when-tired.ts';
import { mailWork } from '../mail/mail-work.ts';
import { linkExpiry } from './unproved.rules.ts';

/**
 * Mails the link that confirms the caller's address once more.
 * @returns false when there is nothing to confirm
 * @throws Refusal invalid-token, too-many-requests
 */
export const resendConfirmation = (needs: Needs) => {
  const { accounts, attempts, clock, ids, secret } = needs;
  const present = presentAccount(needs);
  return async (caller: Caller): Promise<boolean> => {
    const { _id, email, unproved } = await present(caller);
    if (!unproved || email === undefined) return false;
    refuseWhenTired(
      await attempts.begin('confirmationMails', attemptKey(secret, 'confirmationMails', email)),
    );
    const now = clock.now();
    const work = mailWork('confirm-address', _id, { id: ids.newId(), now });
    return (await accounts.unproved.mailLink(_id, linkExpiry(now), work)) !== null;
  };
};
