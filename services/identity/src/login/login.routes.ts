import { clientAddress, type Handlers } from '@satrangi/chassis';
import type { identityApi } from '@satrangi/contracts';
import type { Deps } from '../accounts/accounts.deps.ts';
import { loginIdentifierOf } from '../accounts/accounts.rules.ts';
import { knownDeviceOf } from '../devices/known-device.ts';
import type { IssueSession } from './issue-session.ts';
import { logIn } from './log-in.ts';

export const loginRoutes = (
  deps: Deps,
  issueSession: IssueSession,
): Pick<Handlers<typeof identityApi>, 'login'> => {
  const checkCredentials = logIn(deps);
  return {
    login: async ({ body }, _caller, exchange) => {
      const account = await checkCredentials(loginIdentifierOf(body), body.password, {
        address: clientAddress(exchange, deps.secret),
        device: knownDeviceOf(exchange, deps.clock.now()),
      });
      return issueSession(account, exchange);
    },
  };
};
