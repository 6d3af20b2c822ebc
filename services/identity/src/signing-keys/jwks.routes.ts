import type { Handlers } from '@satrangi/chassis';
import type { identityApi } from '@satrangi/contracts';
import type { KeySet } from './key-set.ts';

/** The public key set with which other services verify tokens (JWKS). */
export const jwksRoutes = (keys: KeySet): Pick<Handlers<typeof identityApi>, 'jwks'> => ({
  jwks: async (_input, _caller, { response }) => {
    response.set('cache-control', 'public, max-age=60');
    return { keys: keys.published() };
  },
});
