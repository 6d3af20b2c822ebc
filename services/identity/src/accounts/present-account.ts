import { type Caller, Refusal } from '@satrangi/chassis';
import { toTheHour } from '../sessions/session-list.rules.ts';
import type { Needs } from './accounts.needs.ts';
import { type Account, accountSentences } from './accounts.rules.ts';

/**
 * The caller's account as it is kept now. Here nobody waits for news of ended sessions: the store is asked, so a token
 * counts no longer than its account and its session do, whatever the broker is doing (promises P36, P39).
 * @throws Refusal invalid-token
 */
export const presentAccount =
  ({ accounts, sessions, clock }: Pick<Needs, 'accounts' | 'sessions' | 'clock'>) =>
  async ({ userId, tokenVersion, sessionId }: Caller): Promise<Account> => {
    const [account, session] = await Promise.all([
      accounts.byId(userId),
      sessionId === null ? null : sessions.live(sessionId, userId),
    ]);
    const hasEnded = sessionId !== null && session === null;
    if (!account || hasEnded || tokenVersion < account.tokenVersion)
      throw new Refusal('invalid-token', accountSentences.invalidToken);
    const usedAt = toTheHour(clock.now());
    if (session && session.lastUsedAt < usedAt) await sessions.touch(session._id, usedAt);
    return account;
  };

/** @throws Refusal invalid-token, or not-allowed when the account is no admin any more. */
export const presentAdmin = (needs: Pick<Needs, 'accounts' | 'sessions' | 'clock'>) => {
  const present = presentAccount(needs);
  return async (caller: Caller): Promise<Account> => {
    const account = await present(caller);
    if (account.role === 'ADMIN') return account;
    throw new Refusal('not-allowed', accountSentences.forbidden);
  };
};
