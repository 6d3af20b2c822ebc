import type { Caller } from '@satrangi/chassis';
import { enforceRateLimit } from '../login-throttle/enforce-rate-limit.ts';
import { mailWork } from '../mail/mail-work.ts';
import { requireAccount } from '../sessions/require-account.ts';
import type { UnprovedDeps } from '../unproved-accounts/unproved-accounts.deps.ts';
import { linkExpiry } from '../unproved-accounts/unproved-accounts.rules.ts';

/**
 * Mails the confirmation link of the caller's email again.
 * @returns false when there is nothing to confirm
 * @throws Refusal invalid-token, too-many-requests
 */
export const resendConfirmation = (deps: UnprovedDeps) => {
  const { unprovedAccounts, rateLimits, clock, ids } = deps;
  const readAccount = requireAccount(deps);
  return async (caller: Caller): Promise<boolean> => {
    const { _id, email, unproved } = await readAccount(caller);
    if (!unproved || email === undefined) return false;
    enforceRateLimit(await rateLimits.consume('confirmationMails', email));
    const now = clock.now();
    const work = mailWork('confirm-address', _id, { id: ids.newId(), now });
    return (await unprovedAccounts.mailLink(_id, linkExpiry(now), work)) !== null;
  };
};
