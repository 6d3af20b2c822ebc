import type { AnswerOf, identityApi } from '@satrangi/contracts';
import { type Account, toProfile } from '../accounts/accounts.rules.ts';
import { SESSIONS_MAX, toSessionRow } from '../sessions/session.rules.ts';
import type { SessionDeps } from '../sessions/sessions.deps.ts';

type Caller = { readonly sessionId: Parameters<typeof toSessionRow>[1] };

/** The data export of an account: all stored fields except hashes and keys. */
export const exportAccount =
  ({ sessions, clock }: Pick<SessionDeps, 'sessions' | 'clock'>) =>
  async (account: Account, { sessionId }: Caller): Promise<AnswerOf<(typeof identityApi)['exportMine']>> => {
    const rows = await sessions.list(account._id, account.tokenVersion, clock.now(), SESSIONS_MAX);
    return {
      account: toProfile(account),
      emailVerified: account.emailVerifiedAt !== undefined,
      googleId: account.googleId ?? null,
      sessions: rows.map((row) => toSessionRow(row, sessionId)),
    };
  };
