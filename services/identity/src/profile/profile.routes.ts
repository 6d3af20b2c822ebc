import { clearSessionCookie, type Handlers } from '@satrangi/chassis';
import type { identityApi } from '@satrangi/contracts';
import { toProfile } from '../accounts/accounts.rules.ts';
import { requireAccount } from '../sessions/require-account.ts';
import type { SessionDeps } from '../sessions/sessions.deps.ts';
import { updateProfile } from './update-profile.ts';

type Routes = Pick<Handlers<typeof identityApi>, 'getProfile' | 'updateProfile'>;

/** The caller's own profile. */
export const profileRoutes = (deps: SessionDeps): Routes => {
  const readAccount = requireAccount(deps);
  const update = updateProfile(deps);

  return {
    getProfile: async (_input, caller, { response }) => {
      const account = await readAccount(caller);
      response.set('cache-control', 'no-store');
      return toProfile(account);
    },
    updateProfile: async ({ body }, caller, { response }) => {
      const account = await update(caller, body);
      if (body.newPassword !== undefined) response.append('set-cookie', clearSessionCookie());
      return toProfile(account);
    },
  };
};
