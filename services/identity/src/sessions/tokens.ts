import type { Clock } from '@satrangi/chassis';
import jsonwebtoken from 'jsonwebtoken';
import type { Account } from '../accounts/accounts.rules.ts';
import type { KeySet } from './key-set.ts';

/**
 * A login token (checklist IDN-30): ES256, `sub` the account, `role`, `tv` the token version that ends it early.
 * Any service verifies it by the published keys; nothing in it names a person.
 */
export const signToken =
  (keys: KeySet, clock: Clock, tokenSeconds: number) =>
  (account: Pick<Account, '_id' | 'role' | 'tokenVersion'>): string => {
    const { kid, privateKey } = keys.current();
    const iat = Math.floor(clock.now().getTime() / 1000);
    return jsonwebtoken.sign(
      { sub: account._id, role: account.role, tv: account.tokenVersion, iat, exp: iat + tokenSeconds },
      privateKey,
      { algorithm: 'ES256', keyid: kid, issuer: 'satrangi', audience: 'satrangi' },
    );
  };
export type SignToken = ReturnType<typeof signToken>;
