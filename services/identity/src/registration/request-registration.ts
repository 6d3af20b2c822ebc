import { Refusal } from '@satrangi/chassis';
import { accountTexts, UserId } from '@satrangi/contracts';
import type { Registration } from '../accounts/accounts.rules.ts';
import { rejectCommonPassword } from '../accounts/common-passwords.ts';
import { newMailedToken } from '../accounts/mailed-token.rules.ts';
import { mailboxKey } from '../admins/end-invitations.ts';
import { limitRegistrations } from './limit-registrations.ts';
import type { RegistrationDeps } from './registration.deps.ts';

/**
 * Accepts a registration under `REGISTER_PRIVACY=strict`. A worker looks the email up after the response: password hash
 * and writes are the same for known and unknown emails (promise P37). Phone numbers are refused, because they cannot be
 * verified without revealing whether they are known.
 * @throws Refusal validation-failed, too-many-requests
 */
export const requestRegistration = (deps: RegistrationDeps) => {
  const { rateLimits, passwords, clock, ids, secret, pendingRegistrations } = deps;
  const enforceLimits = limitRegistrations(deps);
  return async (registration: Registration, address: string): Promise<void> => {
    const { email, name, password, pronouns, bio, proof } = registration;
    if (!email) {
      const errors = [{ pointer: '/body/phone', detail: accountTexts.emailNeeded }];
      throw new Refusal('validation-failed', accountTexts.emailNeeded, { errors });
    }
    rejectCommonPassword(password);
    await enforceLimits(address, proof);
    const passwordHash = await passwords().hash(password);
    if ((await rateLimits.consume('mailsToOne', email)) > 0) return;
    const id = ids.newId();
    const token = newMailedToken(secret, 'registration', { id, now: clock.now() });
    await pendingRegistrations.add({
      _id: id,
      userId: UserId.parse(ids.newId()),
      email,
      mailbox: mailboxKey(secret, email),
      name,
      passwordHash,
      pronouns: pronouns || null,
      bio: bio || null,
      token,
      expiresAt: token.expiresAt,
    });
  };
};
