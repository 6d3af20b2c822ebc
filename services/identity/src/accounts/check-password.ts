import { Refusal } from '@satrangi/chassis';
import { accountTexts } from '@satrangi/contracts';
import { attemptKey } from '../attempts/attempts.rules.ts';
import { refuseWhenTired } from '../attempts/refuse-when-tired.ts';
import type { Needs } from './accounts.needs.ts';
import type { Account } from './accounts.rules.ts';

/**
 * Whoever changes how an account is entered proves that it is theirs (checklist IDN-19, attack S21).
 * @throws Refusal not-allowed, too-many-requests.
 */
export const checkPassword =
  ({ attempts, passwords, secret }: Needs) =>
  async (account: Account, password: string | undefined): Promise<void> => {
    if (password === undefined) throw new Refusal('not-allowed', accountTexts.currentPasswordWrong);
    const key = attemptKey(secret, 'currentPassword', account._id);
    refuseWhenTired(await attempts.begin('currentPassword', key));
    if (!(await passwords().matches(account.passwordHash, password)))
      throw new Refusal('not-allowed', accountTexts.currentPasswordWrong);
    await attempts.forget(key);
  };
