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
import type { Needs } from '../accounts/accounts.needs.ts';
import { accountSentences } from '../accounts/accounts.rules.ts';
import { endSessions } from '../accounts/end-sessions.ts';
import { presentAccount } from '../accounts/present-account.ts';
import { logOut, revokeSession } from './revoke-session.ts';
import { rowOf, SESSIONS_MAX } from './session-list.rules.ts';

type Answers = Pick<
  Handlers<typeof identityApi>,
  'logout' | 'logoutEverywhere' | 'listSessions' | 'endSession'
>;

const tokensOf = ({ request }: Exchange): string[] => {
  const bearer = /^bearer (.+)$/i.exec(request.get('authorization') ?? '')?.[1]?.trim();
  return [bearer, cookieOf(request.headers.cookie, SESSION_COOKIE)].filter((token) => token !== undefined);
};

/** The logins of the caller. @param read verifies a token as every service does */
export const sessionsRoutes = (needs: Needs, read: TokenReader): Answers => {
  const { sessions, clock } = needs;
  const present = presentAccount(needs);
  const leave = logOut(needs, read);
  const revoke = revokeSession(needs);
  const endAll = endSessions(needs);

  return {
    logout: async (_input, _caller, exchange) => {
      exchange.response.append('set-cookie', clearSessionCookie());
      await leave(tokensOf(exchange));
    },
    logoutEverywhere: async (_input, caller, { response }) => {
      await endAll(caller);
      response.append('set-cookie', clearSessionCookie());
    },
    listSessions: async (_input, caller, { response }) => {
      const { _id, tokenVersion } = await present(caller);
      response.set('cache-control', 'no-store');
      const found = await sessions.list(_id, tokenVersion, clock.now(), SESSIONS_MAX);
      return { items: found.map((session) => rowOf(session, caller.sessionId)) };
    },
    endSession: async ({ params: { id } }, caller, { response }) => {
      const { _id } = await present(caller);
      if (!(await revoke(_id, id))) throw new Refusal('not-found', accountSentences.sessionNotFound);
      if (id === caller.sessionId) response.append('set-cookie', clearSessionCookie());
    },
  };
};
