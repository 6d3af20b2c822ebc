import { Refusal } from '@satrangi/chassis';
import { UserId, userRegistered } from '@satrangi/contracts';
import { brakeRegistrations } from '../registration/brake-registrations.ts';
import type { Needs } from './accounts.needs.ts';
import { type Account, accountSentences, newAccount, type Registration } from './accounts.rules.ts';
import { refuseCommon } from './common-passwords.ts';

/**
 * Makes an account. The password is hashed before the store is asked, so a known email costs as much time as a new
 * one. @param address of the visitor. @throws Refusal validation-failed, already-used, too-many-requests.
 */
export const register = (needs: Needs) => {
  const { accounts, passwords, clock, ids, newEvent } = needs;
  const brake = brakeRegistrations(needs);
  return async (registration: Registration, address: string): Promise<Account> => {
    refuseCommon(registration.password);
    await brake(address, registration.proof);
    const passwordHash = await passwords().hash(registration.password);
    const userId = UserId.parse(ids.newId());
    const account = newAccount(registration, { userId, passwordHash, now: clock.now() });
    const { role, tokenVersion } = account;
    const announcement = newEvent(userRegistered, {
      subject: `user/${userId}`,
      data: { userId, role, tokenVersion },
    });
    if (await accounts.add(account, [announcement])) return account;
    throw new Refusal('already-used', accountSentences.alreadyUsed);
  };
};
