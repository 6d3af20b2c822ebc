import { Refusal, type TokenReader } from '@satrangi/chassis';
import type { SessionId, UserId } from '@satrangi/contracts';
import { accountFacts } from '../accounts/account-facts.ts';
import type { Needs } from '../accounts/accounts.needs.ts';

/** Ends one login of an account on every service. @returns false when it had ended before or is not theirs */
export const revokeSession = (needs: Pick<Needs, 'sessions' | 'clock' | 'newEvent'>) => {
  const { sessions, clock } = needs;
  const facts = accountFacts(needs);
  return async (userId: UserId, sessionId: SessionId): Promise<boolean> => {
    const session = await sessions.live(sessionId, userId);
    if (!session) return false;
    return sessions.revoke(sessionId, userId, clock.now(), facts.sessionRevoked(session));
  };
};

/**
 * Ends the logins a browser shows on leaving. Tokens that are over, forged or without a session id are passed over.
 * @param tokens of the header and of the cookie
 * @throws Refusal unavailable when a token can not be read now: its login would go on unnoticed
 */
export const logOut = (needs: Pick<Needs, 'sessions' | 'clock' | 'newEvent'>, read: TokenReader) => {
  const revoke = revokeSession(needs);
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
