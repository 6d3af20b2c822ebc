import { type Exchange, Refusal, sessionCookie } from '@satrangi/chassis';
import { type AnswerOf, type identityApi, SessionId } from '@satrangi/contracts';
import { type Account, accountMessages } from '../accounts/accounts.rules.ts';
import { saveKnownDevice } from '../devices/known-device.ts';
import { truncateToHour } from '../sessions/session.rules.ts';
import type { SignToken } from '../signing-keys/sign-token.ts';
import { reopenAccount } from '../unproved-accounts/reopen-account.ts';
import type { UnprovedDeps } from '../unproved-accounts/unproved-accounts.deps.ts';

export type IssueSession = ReturnType<typeof issueSession>;

/**
 * Starts a session: the response of registration and of every login. The cookie is for event streams, which cannot
 * send headers (checklist IDN-35). First cancels a pending erasure of an unproved account (decision 0053).
 * @throws Refusal login-failed when the account has been erased concurrently
 */
export const issueSession = (deps: UnprovedDeps, signToken: SignToken) => {
  const { accounts, sessions, clock, ids, config } = deps;
  const saveDevice = saveKnownDevice(deps);
  const reopen = reopenAccount(deps);
  return async (account: Account, exchange: Exchange): Promise<AnswerOf<(typeof identityApi)['login']>> => {
    const { response } = exchange;
    const { _id: userId, tokenVersion } = account;
    await reopen(account);
    const sessionId = SessionId.parse(ids.newId());
    const { token, issuedAt, expiresAt } = signToken(account, sessionId);
    const lastUsedAt = truncateToHour(clock.now());
    await sessions.add({ _id: sessionId, userId, tokenVersion, startedAt: issuedAt, lastUsedAt, expiresAt });
    // an erasure that removed the sessions of the account before this one was stored
    if (!(await accounts.byId(userId))) {
      await sessions.remove(sessionId);
      throw new Refusal('login-failed', accountMessages.loginFailed);
    }
    const secure = config.PUBLIC_URL.startsWith('https:');
    response.append('set-cookie', sessionCookie(token, { secure, maxAge: config.JWT_TTL }));
    saveDevice(userId, exchange);
    response.set('cache-control', 'no-store');
    return { token, user: { _id: userId, name: account.name, role: account.role } };
  };
};
