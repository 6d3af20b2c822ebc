import { readFileSync } from 'node:fs';
import { json, Router } from 'express';
import { z } from 'zod';
import { endpointsOf, ProviderRefusal } from '../endpoint.ts';
import type { Knobs } from '../knobs.ts';
import type { Ledger } from '../ledger.ts';
import { type GoogleTokens, SANDBOX_CLIENT_ID } from './google-tokens.ts';

const CredentialRequest = z.strictObject({
  email: z.email(),
  name: z.string().min(1),
  verified: z.boolean().default(true),
  clientId: z.string().min(1).default(SANDBOX_CLIENT_ID),
  nonce: z.string().optional(),
  sub: z.string().min(1).optional(),
});

type Deps = {
  tokens: GoogleTokens;
  knobs: Knobs;
  ledger: Ledger;
};

/** Fake Google sign-in: key set, script, and ID tokens. */
export const googleRoutes = ({ tokens, knobs, ledger }: Deps): Router => {
  const router = Router();
  const endpoint = endpointsOf({
    knobs,
    ledger,
    faultBody: (status) => ({ error: { code: status, message: 'Trouble ordered by a sandbox knob.' } }),
  });
  const script = readFileSync(new URL('google.js', import.meta.url), 'utf8');

  router.get('/sandbox/google.js', (_request, response) => {
    response
      .set({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
      .type('text/javascript')
      .send(script);
  });
  router.get(
    '/sandbox/google/certs',
    endpoint('google.certs', async () => ({
      status: 200,
      body: await tokens.certs(),
      headers: { 'cache-control': 'public, max-age=3600' },
    })),
  );
  router.post(
    '/sandbox/google/credential',
    json(),
    endpoint('google.credential', async ({ body }) => {
      const input = CredentialRequest.safeParse(body ?? {});
      if (input.success) return { status: 200, body: { credential: await tokens.credential(input.data) } };
      const message = z.prettifyError(input.error);
      throw new ProviderRefusal(400, { code: 'invalid-request', error: message, message });
    }),
  );
  return router;
};
