import { Refusal } from '@satrangi/chassis';
import { accountTexts } from '@satrangi/contracts';
import { enforceRateLimit } from '../login-throttle/enforce-rate-limit.ts';
import type { Deps } from './accounts.deps.ts';
import type { Account } from './accounts.rules.ts';

/**
 * Checks the current password before a change of credentials (checklist IDN-19, attack S21).
 * @throws Refusal not-allowed, too-many-requests
 */
export const checkPassword =
  ({ rateLimits, passwords }: Deps) =>
  async (account: Account, password: string | undefined): Promise<void> => {
    if (password === undefined) throw new Refusal('not-allowed', accountTexts.currentPasswordWrong);
    enforceRateLimit(await rateLimits.consume('currentPassword', account._id));
    if (!(await passwords().matches(account.passwordHash, password)))
      throw new Refusal('not-allowed', accountTexts.currentPasswordWrong);
    await rateLimits.reset('currentPassword', account._id);
  };
