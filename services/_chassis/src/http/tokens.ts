import { KeyObject } from 'node:crypto';
import { Role, SessionId, UserId } from '@satrangi/contracts';
import { createRemoteJWKSet, errors } from 'jose';
import jsonwebtoken from 'jsonwebtoken';
import { z } from 'zod';
import { machineNow } from '../base/clock.ts';
import { Refusal } from './refusal.ts';

export const TOKEN_ISSUER = 'satrangi';
export const TOKEN_AUDIENCE = 'satrangi';
/** Upper limit for each token: services delete revocations of sessions after this time. */
export const MAX_TOKEN_AGE_S = 31 * 86_400;
const LEEWAY_S = 60;
const CACHE_SIZE = 2_000;

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

/** Public keys of identity. Known keys stay valid while identity does not respond. */
const keysFrom = (jwksUrl: string) => {
  const remote = createRemoteJWKSet(new URL(jwksUrl), {
    cooldownDuration: 2_000,
    cacheMaxAge: 600_000,
    timeoutDuration: 3_000,
  });
  const known = new Map<string, KeyObject>();

  /** Of the header only `kid` is used; keys and addresses in it (jwk, jku, x5u) are ignored. */
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
      const cached = known.get(kid);
      if (cached) return cached;
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
  const verified = new Map<string, Claims>();

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
    const cached = verified.get(token);
    if (cached) {
      if (cached.exp + LEEWAY_S > machineNow() / 1_000) return cached;
      verified.delete(token);
      throw expired();
    }
    const claims = await verify(token);
    const oldest = verified.keys().next();
    if (verified.size >= CACHE_SIZE && !oldest.done) verified.delete(oldest.value);
    verified.set(token, claims);
    return claims;
  };
};
