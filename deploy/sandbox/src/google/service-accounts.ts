import { randomBytes } from 'node:crypto';
import { Router, urlencoded } from 'express';
import { z } from 'zod';
import { endpointsOf, ProviderRefusal } from '../endpoint.ts';
import type { Knobs } from '../knobs.ts';
import type { Ledger } from '../ledger.ts';

const LIFE_S = 3_600;
const KEPT_MAX = 1_000;

const Assertion = z.object({
  grant_type: z.literal('urn:ietf:params:oauth:grant-type:jwt-bearer'),
  assertion: z.string().regex(/^[\w-]+\.[\w-]+\.[\w-]+$/),
});
const Claims = z.object({ iss: z.string().min(1), scope: z.string(), exp: z.number() });

const claimsOf = (assertion: string): z.infer<typeof Claims> | null => {
  try {
    return Claims.parse(JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString()));
  } catch {
    return null;
  }
};

export type ServiceAccounts = ReturnType<typeof serviceAccounts>;

/**
 * Access tokens of service accounts. Every account is accepted; its signature is not verified, because the sandbox has
 * no public keys of accounts.
 */
export const serviceAccounts = (now: () => Date) => {
  const tokens = new Map<string, number>();
  return {
    issue: (): string => {
      const token = `sandbox-${randomBytes(24).toString('base64url')}`;
      tokens.set(token, now().getTime() + LIFE_S * 1_000);
      for (const oldest of tokens.keys()) if (tokens.size > KEPT_MAX) tokens.delete(oldest);
      return token;
    },
    knows: (authorization: string | undefined): boolean =>
      (tokens.get(authorization?.replace(/^Bearer /i, '') ?? '') ?? 0) > now().getTime(),
  };
};

type Deps = {
  accounts: ServiceAccounts;
  knobs: Knobs;
  ledger: Ledger;
  now: () => Date;
};

/** `POST /token`, in the form that the SDK uses. */
export const tokenRoutes = ({ accounts, knobs, ledger, now }: Deps): Router => {
  const router = Router();
  const refusal = (description: string) =>
    new ProviderRefusal(400, { error: 'invalid_grant', error_description: description });
  const endpoint = endpointsOf({
    knobs,
    ledger,
    faultBody: (status) => ({ error: 'knob', error_description: `Trouble ordered: ${status}` }),
  });
  router.post(
    '/token',
    urlencoded({ extended: false }),
    endpoint('google.token', ({ body }) => {
      const requested = Assertion.safeParse(body ?? {});
      if (!requested.success) throw refusal('Invalid grant type or assertion.');
      const claims = claimsOf(requested.data.assertion);
      if (!claims || claims.exp * 1_000 < now().getTime())
        throw refusal('Invalid JWT: it has expired or can not be read.');
      return {
        status: 200,
        body: { access_token: accounts.issue(), expires_in: LIFE_S - 1, token_type: 'Bearer' },
      };
    }),
  );
  return router;
};
