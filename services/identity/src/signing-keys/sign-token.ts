import type { Clock } from '@satrangi/chassis';
import type { Role, SessionId, UserId } from '@satrangi/contracts';
import jsonwebtoken from 'jsonwebtoken';
import type { KeySet } from './key-set.ts';

export type SignedToken = { readonly token: string; readonly issuedAt: Date; readonly expiresAt: Date };

type Subject = { readonly _id: UserId; readonly role: Role; readonly tokenVersion: number };

/**
 * Signs the access token of a session (checklist IDN-30): ES256, `sub` is the account, `sid` the session, `tv` the
 * token version, which ends all sessions early when it is raised. Services verify it with the published keys. It
 * contains no personal data.
 */
export const signToken =
  (keys: KeySet, clock: Clock, tokenSeconds: number) =>
  (account: Subject, sid: SessionId): SignedToken => {
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
