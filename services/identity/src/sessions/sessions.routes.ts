import {
  clearSessionCookie,
  cookieOf,
  type Exchange,
  type Handlers,
  Refusal,
  SESSION_COOKIE,
  type TokenReader,
} from '@satrangi/chassis';
import type { identityApi } from '@satrangi/contracts';
import { accountMessages } from '../accounts/accounts.rules.ts';
import { endAllSessions } from './end-all-sessions.ts';
import { requireAccount } from './require-account.ts';
import { logOut, revokeSession } from './revoke-session.ts';
import { SESSIONS_MAX, toSessionRow } from './session.rules.ts';
import type { SessionDeps } from './sessions.deps.ts';

type Routes = Pick<
  Handlers<typeof identityApi>,
  'logout' | 'logoutEverywhere' | 'listSessions' | 'endSession'
>;

const tokensOf = ({ request }: Exchange): string[] => {
  const bearer = /^bearer (.+)$/i.exec(request.get('authorization') ?? '')?.[1]?.trim();
  return [bearer, cookieOf(request.headers.cookie, SESSION_COOKIE)].filter((token) => token !== undefined);
};

/** Log-out and the list of the caller's sessions. @param read verifies a token as every service does */
export const sessionsRoutes = (deps: SessionDeps, read: TokenReader): Routes => {
  const { sessions, clock } = deps;
  const readAccount = requireAccount(deps);
  const endPresented = logOut(deps, read);
  const revoke = revokeSession(deps);
  const endAll = endAllSessions(deps);

  return {
    logout: async (_input, _caller, exchange) => {
      exchange.response.append('set-cookie', clearSessionCookie());
      await endPresented(tokensOf(exchange));
    },
    logoutEverywhere: async (_input, caller, { response }) => {
      await endAll(caller);
      response.append('set-cookie', clearSessionCookie());
    },
    listSessions: async (_input, caller, { response }) => {
      const { _id, tokenVersion } = await readAccount(caller);
      response.set('cache-control', 'no-store');
      const found = await sessions.list(_id, tokenVersion, clock.now(), SESSIONS_MAX);
      return { items: found.map((session) => toSessionRow(session, caller.sessionId)) };
    },
    endSession: async ({ params: { id } }, caller, { response }) => {
      const { _id } = await readAccount(caller);
      if (!(await revoke(_id, id))) throw new Refusal('not-found', accountMessages.sessionNotFound);
      if (id === caller.sessionId) response.append('set-cookie', clearSessionCookie());
    },
  };
};
