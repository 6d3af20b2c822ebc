import { KeyObject } from 'node:crypto';
import { type Clock, Refusal } from '@satrangi/chassis';
import { accountTexts, normaliseEmail } from '@satrangi/contracts';
import { createRemoteJWKSet, errors } from 'jose';
import jsonwebtoken from 'jsonwebtoken';
import { z } from 'zod';

const ISSUERS: [string, string] = ['https://accounts.google.com', 'accounts.google.com'];
const LEEWAY_S = 60;

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  name: z.string().optional(),
  nonce: z.string().optional(),
});

/** The user that an ID token identifies. */
export type GoogleUser = {
  readonly googleId: string;
  /** Null when Google has not verified it. */
  readonly verifiedEmail: string | null;
  readonly name: string | null;
  readonly nonce: string | null;
};
/** @throws Refusal login-failed for an invalid token, unavailable when Google's keys cannot be read */
export type ReadGoogleToken = (credential: string) => Promise<GoogleUser>;

const failed = () => new Refusal('login-failed', accountTexts.googleFailed);

type Deps = {
  readonly clientId: string;
  readonly jwksUrl: string;
  readonly clock: Clock;
};

/**
 * Verifies Google's ID tokens: RS256 with a key of Google's published set, issued for this site and not expired. The key
 * set is fetched with a timeout and cached for an hour; keys named by the token itself are ignored.
 */
export const createGoogleTokenReader = ({ clientId, jwksUrl, clock }: Deps): ReadGoogleToken => {
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: 5_000,
    cooldownDuration: 10_000,
    cacheMaxAge: 3_600_000,
  });

  const keyFor = async (kid: string): Promise<KeyObject> => {
    try {
      return KeyObject.from(await keys({ alg: 'RS256', kid }));
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
        throw failed();
      throw new Refusal('unavailable', accountTexts.googleFailed, { retryAfter: 5 });
    }
  };

  return async (credential) => {
    const header = jsonwebtoken.decode(credential, { complete: true })?.header;
    if (header?.alg !== 'RS256' || typeof header.kid !== 'string') throw failed();
    const key = await keyFor(header.kid);
    let payload: unknown;
    try {
      payload = jsonwebtoken.verify(credential, key, {
        algorithms: ['RS256'],
        audience: clientId,
        issuer: ISSUERS,
        clockTolerance: LEEWAY_S,
        clockTimestamp: Math.floor(clock.now().getTime() / 1000),
      });
    } catch {
      throw failed();
    }
    const claims = Claims.safeParse(payload);
    if (!claims.success || !(payload as { exp?: unknown }).exp) throw failed();
    const { sub, email, email_verified, name, nonce } = claims.data;
    const isVerified = email_verified === true || email_verified === 'true';
    return {
      googleId: sub,
      verifiedEmail: isVerified && email ? normaliseEmail(email) : null,
      name: name?.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim() || null,
      nonce: nonce ?? null,
    };
  };
};
