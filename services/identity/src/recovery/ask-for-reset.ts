import type { Needs } from '../accounts/accounts.needs.ts';
import { attemptKey } from '../attempts/attempts.rules.ts';
import { refuseWhenTired } from '../attempts/refuse-when-tired.ts';
import { throttleByAddress } from '../attempts/throttle.ts';
import type { RequestsStore } from './requests.store.ts';

/**
 * Takes the wish for a reset mail. Whether the address belongs to anybody is found out later, by work that the answer
 * does not wait for: a known and an unknown address cost the same and are answered the same (promise P37, attack S16).
 * @param email null when a phone number was given: counted and answered like an unknown address (checklist IDN-43)
 * @throws Refusal too-many-requests for a visitor who asks for many.
 */
export const askForReset = (needs: Needs & { requests: RequestsStore }) => {
  const { attempts, clock, ids, secret, requests } = needs;
  const byAddress = throttleByAddress(needs);
  return async (email: string | null, address: string): Promise<void> => {
    refuseWhenTired(await byAddress.begin('mailsAskedFor', address));
    if (email === null) return;
    const enough = await attempts.begin('mailsToOne', attemptKey(secret, 'mailsToOne', email));
    if (enough > 0) return;
    await requests.add(ids.newId(), email, clock.now());
  };
};
