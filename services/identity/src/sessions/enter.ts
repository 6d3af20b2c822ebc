import { type Exchange, sessionCookie } from '@satrangi/chassis';
import { type AnswerOf, type identityApi, SessionId } from '@satrangi/contracts';
import type { Needs } from '../accounts/accounts.needs.ts';
import type { Account } from '../accounts/accounts.rules.ts';
import { rememberDevice } from '../devices/known-device.ts';
import { reopenAccount } from '../unproved/reopen-account.ts';
import { toTheHour } from './session-list.rules.ts';
import type { SignToken } from './tokens.ts';

export type Enter = ReturnType<typeof enterAs>;

/**
 * Begins a session: the answer of register and every login. The cookie is for streams, where no header can be sent
 * (checklist IDN-35). Before it, the erasure of an unproved account under way is taken back (decision 0053).
 * @throws Refusal login-failed when the account was erased in between
 */
export const enterAs = (needs: Needs, signToken: SignToken) => {
  const { sessions, clock, ids, config } = needs;
  const remember = rememberDevice(needs);
  const reopen = reopenAccount(needs);
  return async (account: Account, exchange: Exchange): Promise<AnswerOf<(typeof identityApi)['login']>> => {
    const { response } = exchange;
    const { _id: userId, tokenVersion } = account;
    await reopen(account);
    const sessionId = SessionId.parse(ids.newId());
    const { token, issuedAt, expiresAt } = signToken(account, sessionId);
    const lastUsedAt = toTheHour(clock.now());
    await sessions.add({ _id: sessionId, userId, tokenVersion, startedAt: issuedAt, lastUsedAt, expiresAt });
    const secure = config.PUBLIC_URL.startsWith('https:');
    response.append('set-cookie', sessionCookie(token, { secure, maxAge: config.JWT_TTL }));
    remember(userId, exchange);
    response.set('cache-control', 'no-store');
    return { token, user: { _id: userId, name: account.name, role: account.role } };
  };
};
