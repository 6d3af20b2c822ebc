import { Refusal } from '@satrangi/chassis';
import { attemptKey } from '../attempts/attempts.rules.ts';
import { refuseWhenTired } from '../attempts/refuse-when-tired.ts';
import type { Needs } from './accounts.needs.ts';
import { type Account, accountSentences, type Login } from './accounts.rules.ts';

/**
 * Trades identifier and password for the account. An unknown identifier, a wrong password: same work, same words
 * (checklist IDN-08). The pause is for one identifier from one address, or for an address that fails everywhere; the
 * owner elsewhere never notices (S15).
 * @throws Refusal login-failed, too-many-requests.
 */
export const logIn =
  ({ accounts, passwords, attempts, secret }: Needs) =>
  async (login: Login, password: string, address: string): Promise<Account> => {
    const one = attemptKey(secret, 'login', Object.values(login).join(), address);
    const all = attemptKey(secret, 'address', address);
    refuseWhenTired(...(await Promise.all([attempts.begin('login', one), attempts.begin('address', all)])));
    const account = await accounts.byLogin(login);
    const kept = account?.passwordHash;
    const right = await passwords().matches(kept, password);
    if (!account || !kept || !right) throw new Refusal('login-failed', accountSentences.loginFailed);
    await Promise.all([attempts.forget(one), attempts.takeBack(all)]);
    if (passwords().isDated(kept)) {
      const passwordHash = await passwords().hash(password);
      // only while the account still has the hash just compared: a password changed meanwhile stays changed
      await accounts.change({ _id: account._id, passwordHash: kept }, { set: { passwordHash } });
    }
    return account;
  };
