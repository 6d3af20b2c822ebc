import { Refusal, type Work } from '@satrangi/chassis';
import { UserId } from '@satrangi/contracts';
import { accountEvents } from '../accounts/account-events.ts';
import type { Deps } from '../accounts/accounts.deps.ts';
import { type Account, accountMessages, newAccount, type Registration } from '../accounts/accounts.rules.ts';
import { rejectCommonPassword } from '../accounts/common-passwords.ts';
import { mailWork } from '../mail/mail-work.ts';
import { newUnproved } from '../unproved-accounts/unproved-accounts.rules.ts';
import { limitRegistrations } from './limit-registrations.ts';

/**
 * Creates an account under `REGISTER_PRIVACY=open`. The password is hashed before the store is read, so that a known
 * email takes as long as a new one. The confirmation mail is sent after the response.
 * @param address of the client
 * @throws Refusal validation-failed, already-used, too-many-requests
 */
export const register = (deps: Deps) => {
  const { accounts, rateLimits, passwords, clock, config, ids, secret } = deps;
  const { registered } = accountEvents(deps);
  const enforceLimits = limitRegistrations(deps);
  /** Rate limited, because the address may belong to another person. */
  const confirmationMail = async (email: string, { _id }: Account, now: Date): Promise<Work[]> => {
    const wait = await rateLimits.consume('confirmationMails', email);
    return wait > 0 ? [] : [mailWork('confirm-address', _id, { id: ids.newId(), now })];
  };

  return async (registration: Registration, address: string): Promise<Account> => {
    rejectCommonPassword(registration.password);
    await enforceLimits(address, registration.proof);
    const passwordHash = await passwords().hash(registration.password);
    const userId = UserId.parse(ids.newId());
    const now = clock.now();
    const account = newAccount(registration, { userId, passwordHash, now });
    const { email } = account;
    const link = { id: ids.newId(), now, days: config.UNPROVED_ACCOUNT_DAYS };
    const unproved = email === undefined ? {} : { unproved: newUnproved(secret, link) };
    const mails = email === undefined ? [] : await confirmationMail(email, account, now);
    if (await accounts.add({ ...account, ...unproved }, [registered(account)], mails)) return account;
    throw new Refusal('already-used', accountMessages.alreadyUsed);
  };
};
