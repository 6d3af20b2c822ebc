import type { Needs } from '../accounts/accounts.needs.ts';
import { attemptKey } from '../attempts/attempts.rules.ts';
import { refuseWhenTired } from '../attempts/refuse-when-tired.ts';
import type { RequestsStore } from './requests.store.ts';

/**
 * Takes the wish for a reset mail. Whether the address belongs to anybody is found out later, by work that the answer
 * does not wait for: a known and an unknown address cost the same and are answered the same (promise P37, attack S16).
 * @throws Refusal too-many-requests for a visitor who asks for many.
 */
export const askForReset =
  ({ attempts, clock, ids, secret, requests }: Needs & { requests: RequestsStore }) =>
  async (email: string, address: string): Promise<void> => {
    refuseWhenTired(await attempts.begin('mailsAskedFor', attemptKey(secret, 'mailsAskedFor', address)));
    const enough = await attempts.begin('mailsToOne', attemptKey(secret, 'mailsToOne', email));
    if (enough > 0) return;
    await requests.add(ids.newId(), email, clock.now());
  };
