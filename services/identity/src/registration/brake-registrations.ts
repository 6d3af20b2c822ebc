import { Refusal } from '@satrangi/chassis';
import { accountTexts } from '@satrangi/contracts';
import type { Needs } from '../accounts/accounts.needs.ts';
import { attemptKey } from '../attempts/attempts.rules.ts';
import { refuseWhenTired } from '../attempts/refuse-when-tired.ts';
import { throttleByAddress } from '../attempts/throttle.ts';
import { newChallenge, type Proof, solvedChallenge } from './proof-of-work.rules.ts';

/**
 * Admits a registration. While more arrive than the whole site expects, each needs a short proof of work: the refusal
 * carries the challenge (`data.challenge`), good for one registration. Then the budget of the visitor counts.
 * @throws Refusal too-many-requests
 */
export const brakeRegistrations = (needs: Needs) => {
  const { attempts, clock, config, ids, secret } = needs;
  const byAddress = throttleByAddress(needs);

  const isProved = async (proof: Proof | undefined): Promise<boolean> => {
    const id = proof && solvedChallenge(secret, proof, clock.now());
    return id ? (await attempts.begin('proof', attemptKey(secret, 'proof', id))) === 0 : false;
  };

  return async (address: string, proof: Proof | undefined): Promise<void> => {
    const wait = await attempts.begin('registrationsOfAll', attemptKey(secret, 'registrationsOfAll'));
    if (wait > 0 && !(await isProved(proof))) {
      const bits = config.REGISTRATION_PROOF_BITS;
      const challenge = newChallenge(secret, { id: ids.newId(), bits, now: clock.now() });
      const data = { challenge, bits };
      throw new Refusal('too-many-requests', accountTexts.registrationsBusy, { retryAfter: wait, data });
    }
    refuseWhenTired(await byAddress.begin('registrations', address));
  };
};
