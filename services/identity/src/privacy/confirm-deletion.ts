import { type Caller, Refusal } from '@satrangi/chassis';
import { accountTexts } from '@satrangi/contracts';
import type { Account } from '../accounts/accounts.rules.ts';
import { checkPassword } from '../accounts/check-password.ts';
import type { SessionDeps } from '../sessions/sessions.deps.ts';

/** A session younger than this replaces the password: the user has just authenticated. */
const FRESH_MS = 10 * 60_000;

/**
 * Confirms that the owner deletes the account: by the current password or a login of the last ten minutes
 * (decision 0033). A stolen token alone cannot delete an account and its library.
 * @throws Refusal not-allowed, too-many-requests
 */
export const confirmDeletion = (deps: SessionDeps) => {
  const { sessions, clock } = deps;
  const check = checkPassword(deps);

  const isFresh = async ({ userId, sessionId }: Caller): Promise<boolean> => {
    const session = sessionId === null ? null : await sessions.live(sessionId, userId);
    return session !== null && clock.now().getTime() - session.startedAt.getTime() <= FRESH_MS;
  };

  return async (account: Account, caller: Caller, password: string | undefined): Promise<void> => {
    const hasPassword = account.passwordHash !== undefined;
    if (hasPassword && password !== undefined) return check(account, password);
    if (await isFresh(caller)) return;
    const detail = hasPassword ? accountTexts.deleteWantsPassword : accountTexts.deleteWantsLogin;
    throw new Refusal('not-allowed', detail);
  };
};
