import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { Instant, SessionId } from './schemas.ts';

/** One login of an account. No location and no device: both would reveal where a reader was. */
export const SessionRow = z.object({
  _id: SessionId,
  startedAt: Instant,
  lastUsedAt: Instant.describe('rounded to the hour'),
  isCurrent: z.boolean().describe('the login of the token of this request'),
});
export type SessionRow = z.infer<typeof SessionRow>;

/** List and revoke the logins of the caller. */
export const identitySessionsApi = defineApi({
  logout: {
    method: 'POST',
    path: '/users/logout',
    access: 'public',
    status: 204,
    summary:
      'Revoke the login of the bearer token and of the session cookie: every service answers 401 to both. Other logins stay valid. Idempotent; a token without a session id ends with logout-everywhere only',
    response: z.undefined(),
  },
  logoutEverywhere: {
    method: 'POST',
    path: '/users/logout-everywhere',
    access: 'user',
    status: 204,
    summary: 'Revoke every session of the caller, including this one',
    response: z.undefined(),
    problems: ['invalid-token'],
  },
  listSessions: {
    method: 'GET',
    path: '/users/sessions',
    access: 'user',
    summary: 'Active logins of the caller, newest first, at most 100',
    response: z.object({ items: z.array(SessionRow) }),
    problems: ['invalid-token'],
  },
  endSession: {
    method: 'DELETE',
    path: '/users/sessions/:id',
    access: 'user',
    status: 204,
    summary: 'Revoke one login of the caller; 404 when it has ended',
    params: z.object({ id: SessionId }),
    response: z.undefined(),
    problems: ['invalid-token', 'not-found'],
  },
});
