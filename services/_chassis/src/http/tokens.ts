import { KeyObject } from 'node:crypto';
import { Role, SessionId, UserId } from '@satrangi/contracts';
import { createRemoteJWKSet, errors } from 'jose';
import jsonwebtoken from 'jsonwebtoken';
import { z } from 'zod';
import { machineNow } from '../clock.ts';
import { Refusal } from './refusal.ts';

export const TOKEN_ISSUER = 'satrangi';
export const TOKEN_AUDIENCE = 'satrangi';
/** However long identity makes them last: services forget after this what they know of ended sessions. */
export const MAX_TOKEN_AGE_S = 31 * 86_400;
const LEEWAY_S = 60;
const REMEMBERED = 2_000;

const Claims = z.object({
  sub: UserId,
  role: Role,
  tv: z.int().nonnegative(),
  /** Absent in tokens issued before logins had an id. */
  sid: SessionId.optional(),
  exp: z.number(),
  iat: z.number(),
});
export type Claims = z.output<typeof Claims>;

export type TokenReader = (token: string) => Promise<Claims>;

const invalid = () => new Refusal('invalid-token', 'Invalid token');
const expired = () => new Refusal('invalid-token', 'jwt expired');

/** Public keys of identity. Keys seen once stay known while identity does not answer. */
const keysFrom = (jwksUrl: string) => {
  const remote = createRemoteJWKSet(new URL(jwksUrl), {
    cooldownDuration: 2_000,
    cacheMaxAge: 600_000,
    timeoutDuration: 3_000,
  });
  const known = new Map<string, KeyObject>();

  /** Only `kid` is read of the header; keys and addresses a token brings along (jwk, jku, x5u) are never looked at. */
  return async (kid: string): Promise<KeyObject> => {
    try {
      const key = await remote({ alg: 'ES256', kid });
      const object = KeyObject.from(key);
      known.set(kid, object);
      return object;
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) {
        known.delete(kid);
        throw invalid();
      }
      const remembered = known.get(kid);
      if (remembered) return remembered;
      throw new Refusal('unavailable', 'Not available right now', { retryAfter: 2 });
    }
  };
};

const kidOf = (token: string): string => {
  const decoded = jsonwebtoken.decode(token, { complete: true });
  if (decoded?.header.alg !== 'ES256' || typeof decoded.header.kid !== 'string') throw invalid();
  return decoded.header.kid;
};

/** Reads login tokens: ES256 only, right issuer and audience, 60 s leeway. @throws Refusal invalid-token */
export const createTokenReader = (jwksUrl: string): TokenReader => {
  const keyOf = keysFrom(jwksUrl);
  const remembered = new Map<string, Claims>();

  const verify = async (token: string): Promise<Claims> => {
    const key = await keyOf(kidOf(token));
    try {
      const payload = jsonwebtoken.verify(token, key, {
        algorithms: ['ES256'],
        issuer: TOKEN_ISSUER,
        audience: TOKEN_AUDIENCE,
        clockTolerance: LEEWAY_S,
        clockTimestamp: Math.floor(machineNow() / 1_000),
        maxAge: MAX_TOKEN_AGE_S,
      });
      const claims = Claims.parse(payload);
      return { ...claims, exp: Math.min(claims.exp, claims.iat + MAX_TOKEN_AGE_S) };
    } catch (error) {
      throw error instanceof jsonwebtoken.TokenExpiredError ? expired() : invalid();
    }
  };

  return async (token) => {
    if (token.length > 4_096) throw invalid();
    const before = remembered.get(token);
    if (before) {
      if (before.exp + LEEWAY_S > machineNow() / 1_000) return before;
      remembered.delete(token);
      throw expired();
    }
    const claims = await verify(token);
    const oldest = remembered.keys().next();
    if (remembered.size >= REMEMBERED && !oldest.done) remembered.delete(oldest.value);
    remembered.set(token, claims);
    return claims;
  };
};
