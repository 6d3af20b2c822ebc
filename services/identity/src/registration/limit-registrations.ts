import { Refusal } from '@satrangi/chassis';
import { accountTexts } from '@satrangi/contracts';
import type { Deps } from '../accounts/accounts.deps.ts';
import { enforceRateLimit } from '../login-throttle/enforce-rate-limit.ts';
import { newChallenge, type Proof, solvedChallenge } from './proof-of-work.rules.ts';

/**
 * Rate limits registrations. While the limit of the whole site is exceeded, each registration needs a proof of work;
 * the refusal carries its challenge (`data.challenge`), valid for one registration. Then the limit of the client
 * address applies.
 * @throws Refusal too-many-requests
 */
export const limitRegistrations = (deps: Deps) => {
  const { rateLimits, clock, config, ids, secret } = deps;
  const { byAddress } = deps.rateLimits;

  const isSolved = async (proof: Proof | undefined): Promise<boolean> => {
    const id = proof && solvedChallenge(secret, proof, clock.now());
    return id ? (await rateLimits.consume('proof', id)) === 0 : false;
  };

  return async (address: string, proof: Proof | undefined): Promise<void> => {
    const wait = await rateLimits.consume('registrationsOfAll');
    if (wait > 0 && !(await isSolved(proof))) {
      const bits = config.REGISTRATION_PROOF_BITS;
      const challenge = newChallenge(secret, { id: ids.newId(), bits, now: clock.now() });
      const data = { challenge, bits };
      throw new Refusal('too-many-requests', accountTexts.registrationsBusy, { retryAfter: wait, data });
    }
    enforceRateLimit(await byAddress.consume('registrations', address));
  };
};
