import { Refusal } from '@satrangi/chassis';
import { accountTexts } from '@satrangi/contracts';
import { accountEvents } from '../accounts/account-events.ts';
import { type Account, accountMessages, newAccount } from '../accounts/accounts.rules.ts';
import { hashOfToken } from '../accounts/mailed-token.rules.ts';
import type { RegistrationDeps } from './registration.deps.ts';

/**
 * Creates the account of a pending registration. Requires the mailed token and the password of the registration, so
 * that neither the reader of the mail nor the registering client can act for the other. Idempotent until it has
 * responded once.
 * @throws Refusal validation-failed, login-failed, already-used
 */
export const confirmRegistration = (deps: RegistrationDeps) => {
  const { accounts, passwords, clock, pendingRegistrations } = deps;
  const { registered } = accountEvents(deps);
  return async (token: string, password: string): Promise<Account> => {
    const now = clock.now();
    const pending = await pendingRegistrations.byToken(hashOfToken(token), now);
    if (!pending) throw new Refusal('validation-failed', accountTexts.resetTokenInvalid);
    const { _id, userId, email, name, passwordHash, pronouns, bio } = pending;
    if (!(await passwords().matches(passwordHash, password)))
      throw new Refusal('login-failed', accountMessages.loginFailed);
    const registration = { name, email, password, pronouns: pronouns ?? undefined, bio: bio ?? undefined };
    const account = {
      ...newAccount(registration, { userId, passwordHash, now }),
      emailVerifiedAt: now.toISOString(),
    };
    const isNew = await accounts.add(account, [registered(account)]);
    const created = isNew ? account : await accounts.byId(userId);
    await pendingRegistrations.remove(_id);
    if (!created) throw new Refusal('already-used', accountMessages.alreadyUsed);
    return created;
  };
};
