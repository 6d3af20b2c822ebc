import { clearSessionCookie, type Handlers, Refusal } from '@satrangi/chassis';
import type { identityApi } from '@satrangi/contracts';
import { accountMessages } from '../accounts/accounts.rules.ts';
import { requireAccount } from '../sessions/require-account.ts';
import { confirmDeletion } from './confirm-deletion.ts';
import { eraseAccount } from './erase-account.ts';
import { exportAccount } from './export-account.ts';
import type { PrivacyDeps } from './privacy.deps.ts';

type Routes = Pick<Handlers<typeof identityApi>, 'exportMine' | 'deleteAccount'>;

/** Export and deletion of the caller's account. */
export const privacyRoutes = (deps: PrivacyDeps): Routes => {
  const readAccount = requireAccount(deps);
  const exportOf = exportAccount(deps);
  const confirm = confirmDeletion(deps);
  const erase = eraseAccount(deps);

  return {
    exportMine: async (_input, caller, { response }) => {
      const account = await readAccount(caller);
      response.set('cache-control', 'no-store');
      return exportOf(account, caller);
    },
    deleteAccount: async ({ body }, caller, { response }) => {
      const account = await readAccount(caller);
      await confirm(account, caller, body.currentPassword);
      if (!(await erase(account._id, body))) throw new Refusal('invalid-token', accountMessages.invalidToken);
      response.append('set-cookie', clearSessionCookie());
      return { ok: true };
    },
  };
};
