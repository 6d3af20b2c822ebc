import { Refusal } from '@satrangi/chassis';
import { UserId, userRegistered } from '@satrangi/contracts';
import type { Needs } from './accounts.needs.ts';
import { type Account, accountSentences, newAccount, type Registration } from './accounts.rules.ts';
import { refuseCommon } from './common-passwords.ts';

/**
 * Makes an account. The password is hashed before the store is asked, so a known email costs as much time as a new
 * one. @throws Refusal validation-failed, already-used.
 */
export const register =
  ({ accounts, passwords, clock, ids, newEvent }: Needs) =>
  async (registration: Registration): Promise<Account> => {
    refuseCommon(registration.password);
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
