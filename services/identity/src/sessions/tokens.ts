import type { Clock } from '@satrangi/chassis';
import type { SessionId } from '@satrangi/contracts';
import jsonwebtoken from 'jsonwebtoken';
import type { Account } from '../accounts/accounts.rules.ts';
import type { KeySet } from './key-set.ts';

export type SignedToken = { readonly token: string; readonly issuedAt: Date; readonly expiresAt: Date };

/**
 * A login token (checklist IDN-30): ES256, `sub` the account, `role`, `sid` the one login it belongs to, `tv` the token
 * version that ends all logins early. Any service verifies it by the published keys; nothing in it names a person.
 */
export const signToken =
  (keys: KeySet, clock: Clock, tokenSeconds: number) =>
  (account: Pick<Account, '_id' | 'role' | 'tokenVersion'>, sid: SessionId): SignedToken => {
    const { kid, privateKey } = keys.current();
    const issuedAt = clock.now();
    const iat = Math.floor(issuedAt.getTime() / 1000);
    const exp = iat + tokenSeconds;
    const token = jsonwebtoken.sign(
      { sub: account._id, role: account.role, tv: account.tokenVersion, sid, iat, exp },
      privateKey,
      { algorithm: 'ES256', keyid: kid, issuer: 'satrangi', audience: 'satrangi' },
    );
    return { token, issuedAt, expiresAt: new Date(exp * 1000) };
  };
export type SignToken = ReturnType<typeof signToken>;
