import { clientAddress, type Handlers } from '@satrangi/chassis';
import { type identityApi, normaliseEmail } from '@satrangi/contracts';
import type { Deps } from '../accounts/accounts.deps.ts';
import { accountMessages } from '../accounts/accounts.rules.ts';
import { enforceRateLimit } from '../login-throttle/enforce-rate-limit.ts';
import { requestReset } from './request-reset.ts';
import { resetPassword } from './reset-password.ts';
import type { ResetRequestsStore } from './reset-requests.store.ts';

type Routes = Pick<Handlers<typeof identityApi>, 'forgotPassword' | 'resetPassword'>;

export const passwordResetRoutes = (deps: Deps, resetRequests: ResetRequestsStore): Routes => {
  const request = requestReset({ ...deps, resetRequests });
  const reset = resetPassword(deps);
  const { byAddress } = deps.rateLimits;

  return {
    forgotPassword: async ({ body }, _caller, exchange) => {
      await request(normaliseEmail(body.email ?? ''), clientAddress(exchange, deps.secret));
      return { message: accountMessages.resetRequested };
    },
    resetPassword: async ({ body }, _caller, exchange) => {
      const address = clientAddress(exchange, deps.secret);
      enforceRateLimit(await byAddress.consume('address', address));
      await reset(body.token, body.password);
      await byAddress.release('address', address);
      return { message: accountMessages.resetDone };
    },
  };
};
