import { type Caller, Refusal } from '@satrangi/chassis';
import { type Account, accountMessages } from '../accounts/accounts.rules.ts';
import { truncateToHour } from './session.rules.ts';
import type { SessionDeps } from './sessions.deps.ts';

/**
 * Reads the caller's account. Identity checks account and session in its own store on every call instead of waiting
 * for revocation events, so an ended session is rejected at once, even when the broker is down (promises P36, P39).
 * @throws Refusal invalid-token
 */
export const requireAccount =
  ({ accounts, sessions, clock }: Pick<SessionDeps, 'accounts' | 'sessions' | 'clock'>) =>
  async ({ userId, tokenVersion, sessionId }: Caller): Promise<Account> => {
    const [account, session] = await Promise.all([
      accounts.byId(userId),
      sessionId === null ? null : sessions.live(sessionId, userId),
    ]);
    const hasEnded = sessionId !== null && session === null;
    if (!account || hasEnded || tokenVersion < account.tokenVersion)
      throw new Refusal('invalid-token', accountMessages.invalidToken);
    const usedAt = truncateToHour(clock.now());
    if (session && session.lastUsedAt < usedAt) await sessions.touch(session._id, usedAt);
    return account;
  };

/** @throws Refusal invalid-token, or not-allowed when the account is not an admin any more */
export const requireAdmin = (deps: Pick<SessionDeps, 'accounts' | 'sessions' | 'clock'>) => {
  const readAccount = requireAccount(deps);
  return async (caller: Caller): Promise<Account> => {
    const account = await readAccount(caller);
    if (account.role === 'ADMIN') return account;
    throw new Refusal('not-allowed', accountMessages.forbidden);
  };
};
