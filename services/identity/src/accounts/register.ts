import { Refusal, type Work } from '@satrangi/chassis';
import { UserId, userRegistered } from '@satrangi/contracts';
import { attemptKey } from '../attempts/attempts.rules.ts';
import { mailWork } from '../mail/mail-work.ts';
import { brakeRegistrations } from '../registration/brake-registrations.ts';
import { newUnproved } from '../unproved/unproved.rules.ts';
import type { Needs } from './accounts.needs.ts';
import { type Account, accountSentences, newAccount, type Registration } from './accounts.rules.ts';
import { refuseCommon } from './common-passwords.ts';

/**
 * Makes an account. The password is hashed before the store is asked, so a known email costs as much time as a new
 * one. An email gets a link that confirms it, by work that the answer does not wait for.
 * @param address of the visitor. @throws Refusal validation-failed, already-used, too-many-requests.
 */
export const register = (needs: Needs) => {
  const { accounts, attempts, passwords, clock, config, ids, newEvent, secret } = needs;
  const brake = brakeRegistrations(needs);
  /** No mail beyond the budget of the address: it may be the address of another person. */
  const confirmationTo = async (email: string, { _id }: Account, now: Date): Promise<Work[]> => {
    const wait = await attempts.begin('confirmationMails', attemptKey(secret, 'confirmationMails', email));
    return wait > 0 ? [] : [mailWork('confirm-address', _id, { id: ids.newId(), now })];
  };

  return async (registration: Registration, address: string): Promise<Account> => {
    refuseCommon(registration.password);
    await brake(address, registration.proof);
    const passwordHash = await passwords().hash(registration.password);
    const userId = UserId.parse(ids.newId());
    const now = clock.now();
    const account = newAccount(registration, { userId, passwordHash, now });
    const { email } = account;
    const { role, tokenVersion } = account;
    const announcement = newEvent(userRegistered, {
      subject: `user/${userId}`,
      data: { userId, role, tokenVersion },
    });
    const link = { id: ids.newId(), now, days: config.UNPROVED_ACCOUNT_DAYS };
    const unproved = email === undefined ? {} : { unproved: newUnproved(secret, link) };
    const mails = email === undefined ? [] : await confirmationTo(email, account, now);
    if (await accounts.add({ ...account, ...unproved }, [announcement], mails)) return account;
    throw new Refusal('already-used', accountSentences.alreadyUsed);
  };
};
