import { Refusal } from '@satrangi/chassis';
import { accountTexts } from '@satrangi/contracts';
import { attemptKey } from '../attempts/attempts.rules.ts';
import type { AttemptsStore } from '../attempts/attempts.store.ts';
import type { Needs } from './accounts.needs.ts';
import { type Account, accountSentences, type Login } from './accounts.rules.ts';

/**
 * Trades identifier and password for the account. An unknown identifier, a wrong password: same work, same words
 * (checklist IDN-08). The pause is for one identifier from one address; the owner elsewhere never notices (S15).
 * @throws Refusal login-failed, too-many-requests.
 */
export const logIn =
  ({ accounts, passwords, attempts, secret }: Needs & { attempts: AttemptsStore; secret: string }) =>
  async (login: Login, password: string, address: string): Promise<Account> => {
    const key = attemptKey(secret, Object.values(login).join(), address);
    const wait = await attempts.begin(key);
    if (wait > 0) throw new Refusal('too-many-requests', accountTexts.tooManyAttempts, { retryAfter: wait });
    const account = await accounts.byLogin(login);
    const right = await passwords().matches(account?.passwordHash, password);
    if (!account || !right) throw new Refusal('login-failed', accountSentences.loginFailed);
    await attempts.forget(key);
    return account;
  };
