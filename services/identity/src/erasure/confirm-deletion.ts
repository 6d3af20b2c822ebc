import { type Caller, Refusal } from '@satrangi/chassis';
import { accountTexts } from '@satrangi/contracts';
import type { Needs } from '../accounts/accounts.needs.ts';
import type { Account } from '../accounts/accounts.rules.ts';
import { checkPassword } from '../accounts/check-password.ts';

/** A login this young stands for the password: the same person has just shown that the account is theirs. */
const FRESH_MS = 10 * 60_000;

/**
 * Asks who deletes an account: the current password, or a login of the last ten minutes (decision 0033). A token that
 * was left open or stolen does not end an account and its library.
 * @throws Refusal not-allowed, too-many-requests.
 */
export const confirmDeletion = (needs: Needs) => {
  const { sessions, clock } = needs;
  const check = checkPassword(needs);

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
