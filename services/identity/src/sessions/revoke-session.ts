import { Refusal, type TokenReader } from '@satrangi/chassis';
import type { SessionId, UserId } from '@satrangi/contracts';
import { sessionRevokedEvent } from './session-events.ts';
import type { SessionDeps } from './sessions.deps.ts';

type RevocationDeps = Pick<SessionDeps, 'sessions' | 'clock' | 'newEvent'>;

/**
 * Ends one session of an account on every service.
 * @returns false when it had ended already or belongs to another account
 */
export const revokeSession =
  (deps: RevocationDeps) =>
  async (userId: UserId, sessionId: SessionId): Promise<boolean> => {
    const { sessions, clock } = deps;
    const session = await sessions.live(sessionId, userId);
    if (!session) return false;
    return sessions.revoke(sessionId, userId, clock.now(), sessionRevokedEvent(deps, session));
  };

/**
 * Ends the sessions of the tokens that a browser sends. Expired or forged tokens and those without a session id are
 * skipped.
 * @param tokens of the header and of the cookie
 * @throws Refusal unavailable when a token cannot be verified now, because its session would continue
 */
export const logOut = (deps: RevocationDeps, read: TokenReader) => {
  const revoke = revokeSession(deps);
  return async (tokens: readonly string[]): Promise<void> => {
    for (const token of new Set(tokens)) {
      const claims = await read(token).catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'invalid-token') return null;
        throw error;
      });
      if (claims?.sid) await revoke(claims.sub, claims.sid);
    }
  };
};
