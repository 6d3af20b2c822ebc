import { type Exchange, sessionCookie } from '@satrangi/chassis';
import type { AnswerOf, identityApi } from '@satrangi/contracts';
import type { Account } from '../accounts/accounts.rules.ts';
import type { IdentityConfig } from '../config.ts';
import type { SignToken } from './tokens.ts';

export type Enter = ReturnType<typeof enterAs>;

/** The answer of register and every login; the cookie is for streams, where no header can be sent (checklist IDN-35). */
export const enterAs =
  (signToken: SignToken, config: IdentityConfig) =>
  (account: Account, { response }: Exchange): AnswerOf<(typeof identityApi)['login']> => {
    const token = signToken(account);
    const secure = config.PUBLIC_URL.startsWith('https:');
    response.append('set-cookie', sessionCookie(token, { secure, maxAge: config.JWT_TTL }));
    response.set('cache-control', 'no-store');
    return { token, user: { _id: account._id, name: account.name, role: account.role } };
  };
