import { KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Role, SessionId, UserId } from '@satrangi/contracts';
import { createRemoteJWKSet, errors } from 'jose';
import jsonwebtoken from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
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

export type TokenReader = {
  (token: string): Promise<Claims>;
  /**
   * Fetches identity's public keys before the first token. Resolves after some seconds also without them; the first token
   * fetches them then.
   */
  readonly loadKeys: (signal?: AbortSignal) => Promise<void>;
};

/** Longest time that a service waits at its start for identity's keys, and the pause between two tries (ms). */
const KEYS_MS = 5_000;
const KEYS_PAUSE_MS = 100;

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

  const load = async (signal?: AbortSignal): Promise<void> => {
    const deadline = performance.now() + KEYS_MS;
    while (!signal?.aborted && performance.now() < deadline) {
      const isLoaded = await remote.reload().then(
        () => true,
        () => false,
      );
      if (isLoaded) return;
      await sleep(KEYS_PAUSE_MS, undefined, { ref: false });
    }
  };

  /** Of the header only `kid` is used; keys and addresses in it (jwk, jku, x5u) are ignored. */
  const keyOf = async (kid: string): Promise<KeyObject> => {
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
  return { keyOf, load };
};

const kidOf = (token: string): string => {
  const decoded = jsonwebtoken.decode(token, { complete: true });
  if (decoded?.header.alg !== 'ES256' || typeof decoded.header.kid !== 'string') throw invalid();
  return decoded.header.kid;
};

/** Reads login tokens: ES256 only, right issuer and audience, 60 s leeway. @throws Refusal invalid-token */
export const createTokenReader = (jwksUrl: string): TokenReader => {
  const keys = keysFrom(jwksUrl);
  const verified = new LRUCache<string, Claims>({ max: CACHE_SIZE });

  const verify = async (token: string): Promise<Claims> => {
    const key = await keys.keyOf(kidOf(token));
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

  const read = async (token: string): Promise<Claims> => {
    if (token.length > 4_096) throw invalid();
    const cached = verified.get(token);
    if (cached) {
      if (cached.exp + LEEWAY_S > machineNow() / 1_000) return cached;
      verified.delete(token);
      throw expired();
    }
    const claims = await verify(token);
    verified.set(token, claims);
    return claims;
  };
  return Object.assign(read, { loadKeys: keys.load });
};
