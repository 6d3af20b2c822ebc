import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { Instant, SessionId } from './schemas.ts';

/** One login of an account. Neither a place nor a device: both would tell a finder where a reader was. */
export const SessionRow = z.object({
  _id: SessionId,
  startedAt: Instant,
  lastUsedAt: Instant.describe('to the hour'),
  isCurrent: z.boolean().describe('the login of the token this was asked with'),
});
export type SessionRow = z.infer<typeof SessionRow>;

/** The logins of the caller, and how they end. */
export const identitySessionsApi = defineApi({
  logout: {
    method: 'POST',
    path: '/users/logout',
    access: 'public',
    status: 204,
    summary:
      'End the login of the bearer token and of the session cookie: both answer 401 on every service from then on. Other logins of the account go on. Safe to repeat; a token from before logins had an id ends with logout-everywhere alone',
    response: z.undefined(),
  },
  logoutEverywhere: {
    method: 'POST',
    path: '/users/logout-everywhere',
    access: 'user',
    status: 204,
    summary: 'End every session of the caller, this one too',
    response: z.undefined(),
    problems: ['invalid-token'],
  },
  listSessions: {
    method: 'GET',
    path: '/users/sessions',
    access: 'user',
    summary: 'Logins of the caller that have not ended, newest first, at most 100',
    response: z.object({ items: z.array(SessionRow) }),
    problems: ['invalid-token'],
  },
  endSession: {
    method: 'DELETE',
    path: '/users/sessions/:id',
    access: 'user',
    status: 204,
    summary: 'End one login of the caller; 404 when it has ended before',
    params: z.object({ id: SessionId }),
    response: z.undefined(),
    problems: ['invalid-token', 'not-found'],
  },
});
