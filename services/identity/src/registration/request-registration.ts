import { Refusal } from '@satrangi/chassis';
import { accountTexts, UserId } from '@satrangi/contracts';
import type { Needs } from '../accounts/accounts.needs.ts';
import type { Registration } from '../accounts/accounts.rules.ts';
import { refuseCommon } from '../accounts/common-passwords.ts';
import { newMailedToken } from '../accounts/mailed-token.rules.ts';
import { attemptKey } from '../attempts/attempts.rules.ts';
import { brakeRegistrations } from './brake-registrations.ts';
import type { PendingStore } from './pending.store.ts';

/**
 * Takes a registration under `REGISTER_PRIVACY=strict`. Whether the address is known is found out later, by work that
 * the answer does not wait for: the same password hash and the same writes for everybody (promise P37).
 * A phone number is not taken: nothing here could prove it, or keep quiet whether it is known.
 * @throws Refusal validation-failed, too-many-requests.
 */
export const requestRegistration = (needs: Needs & { readonly pending: PendingStore }) => {
  const { attempts, passwords, clock, ids, secret, pending } = needs;
  const brake = brakeRegistrations(needs);
  return async (registration: Registration, address: string): Promise<void> => {
    const { email, name, password, pronouns, bio, proof } = registration;
    if (!email) {
      const errors = [{ pointer: '/body/phone', detail: accountTexts.emailNeeded }];
      throw new Refusal('validation-failed', accountTexts.emailNeeded, { errors });
    }
    refuseCommon(password);
    await brake(address, proof);
    const passwordHash = await passwords().hash(password);
    if ((await attempts.begin('mailsToOne', attemptKey(secret, 'mailsToOne', email))) > 0) return;
    const id = ids.newId();
    const token = newMailedToken(secret, 'registration', { id, now: clock.now() });
    await pending.add({
      _id: id,
      userId: UserId.parse(ids.newId()),
      email,
      name,
      passwordHash,
      pronouns: pronouns || null,
      bio: bio || null,
      token,
      expiresAt: token.expiresAt,
    });
  };
};
