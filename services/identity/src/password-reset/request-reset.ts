import type { Deps } from '../accounts/accounts.deps.ts';
import { enforceRateLimit } from '../login-throttle/enforce-rate-limit.ts';
import type { ResetRequestsStore } from './reset-requests.store.ts';

/**
 * Accepts a request for a reset mail. A worker looks the account up after the response, so that known and unknown
 * emails cost the same and get the same response (promise P37, attack S16).
 * @param email null for a phone number, which is counted and answered like an unknown email (checklist IDN-43)
 * @throws Refusal too-many-requests for a client with too many requests
 */
export const requestReset = (deps: Deps & { readonly resetRequests: ResetRequestsStore }) => {
  const { rateLimits, clock, ids, resetRequests } = deps;
  const { byAddress } = deps.rateLimits;
  return async (email: string | null, address: string): Promise<void> => {
    enforceRateLimit(await byAddress.consume('mailsAskedFor', address));
    if (email === null) return;
    const wait = await rateLimits.consume('mailsToOne', email);
    if (wait > 0) return;
    await resetRequests.add(ids.newId(), email, clock.now());
  };
};
