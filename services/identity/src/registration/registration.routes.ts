import { clientAddress, type Handlers } from '@satrangi/chassis';
import { accountTexts, type identityApi } from '@satrangi/contracts';
import type { IssueSession } from '../login/issue-session.ts';
import { enforceRateLimit } from '../login-throttle/enforce-rate-limit.ts';
import { confirmRegistration } from './confirm-registration.ts';
import { register } from './register.ts';
import type { RegistrationDeps } from './registration.deps.ts';
import { requestRegistration } from './request-registration.ts';

type Routes = Pick<Handlers<typeof identityApi>, 'register' | 'confirmRegistration'>;

/** Registration in the mode of `REGISTER_PRIVACY`. */
export const registrationRoutes = (deps: RegistrationDeps, issueSession: IssueSession): Routes => {
  const { config, secret } = deps;
  const registerOpenly = register(deps);
  const registerByMail = requestRegistration(deps);
  const confirm = confirmRegistration(deps);
  const { byAddress } = deps.rateLimits;

  return {
    register: async ({ body }, _caller, exchange) => {
      const address = clientAddress(exchange, secret);
      if (config.REGISTER_PRIVACY === 'open')
        return issueSession(await registerOpenly(body, address), exchange);
      await registerByMail(body, address);
      exchange.response.set('cache-control', 'no-store');
      return { message: accountTexts.registrationRequested };
    },
    confirmRegistration: async ({ body }, _caller, exchange) => {
      const address = clientAddress(exchange, secret);
      enforceRateLimit(await byAddress.consume('address', address));
      const account = await confirm(body.token, body.password);
      await byAddress.release('address', address);
      return issueSession(account, exchange);
    },
  };
};
