import { Refusal } from '@satrangi/chassis';
import { accountTexts, userRegistered } from '@satrangi/contracts';
import type { Needs } from '../accounts/accounts.needs.ts';
import { type Account, accountSentences, newAccount } from '../accounts/accounts.rules.ts';
import { hashOfToken } from '../accounts/mailed-token.rules.ts';
import type { PendingStore } from './pending.store.ts';

/**
 * Makes the account a registration asked for: for who reads the mail and knows the password given then, so that neither
 * alone opens an account in the name of the other. Safe to repeat until it has answered once.
 * @throws Refusal validation-failed, login-failed, already-used.
 */
export const confirmRegistration =
  ({ accounts, passwords, clock, newEvent, pending }: Needs & { readonly pending: PendingStore }) =>
  async (token: string, password: string): Promise<Account> => {
    const now = clock.now();
    const registration = await pending.byToken(hashOfToken(token), now);
    if (!registration) throw new Refusal('validation-failed', accountTexts.resetTokenInvalid);
    const { _id, userId, email, name, passwordHash, pronouns, bio } = registration;
    if (!(await passwords().matches(passwordHash, password)))
      throw new Refusal('login-failed', accountSentences.loginFailed);
    const asked = { name, email, password, pronouns: pronouns ?? undefined, bio: bio ?? undefined };
    const account = {
      ...newAccount(asked, { userId, passwordHash, now }),
      emailVerifiedAt: now.toISOString(),
    };
    const { role, tokenVersion } = account;
    const event = newEvent(userRegistered, {
      subject: `user/${userId}`,
      data: { userId, role, tokenVersion },
    });
    const made = (await accounts.add(account, [event])) ? account : await accounts.byId(userId);
    await pending.remove(_id);
    if (!made) throw new Refusal('already-used', accountSentences.alreadyUsed);
    return made;
  };
