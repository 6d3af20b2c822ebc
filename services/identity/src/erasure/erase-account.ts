import { failpoint, type Work } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import { accountFacts } from '../accounts/account-facts.ts';
import type { Needs } from '../accounts/accounts.needs.ts';
import type { AccountFilter } from '../accounts/accounts.store.ts';
import { leaveAdmins } from '../admins/leave-admins.ts';
import { FORGET_SESSIONS } from '../sessions/sessions.store.ts';
import { newErasure } from './erasure.rules.ts';
import { FAREWELL } from './farewells.store.ts';

/**
 * Ends an account. One write puts the record of the erasure where name, mail, phone and everything else were, and says
 * so to all services; the sweeper sees to it that they answer. Feedback goes its own way, under an id of its own.
 * @param provided what the account must look like when it is written; anything else is left as it is
 * @returns false when there is no such account (any more)
 * @throws Refusal last-admin
 */
export const eraseAccount = (needs: Needs) => {
  const { accounts, clock, ids, log } = needs;
  const facts = accountFacts(needs);
  const leave = leaveAdmins(needs);

  return async (
    userId: UserId,
    { feedback, provided = {} }: { feedback?: string | undefined; provided?: AccountFilter } = {},
  ): Promise<boolean> => {
    const read = () => accounts.one({ ...provided, _id: userId });
    const id = ids.newId();
    const work: Work[] = [
      { kind: FORGET_SESSIONS, key: userId, data: { userId } },
      ...(feedback ? [{ kind: FAREWELL, key: id, data: { id, feedback } }] : []),
    ];
    for (let account = await read(); account; account = await read()) {
      const allowed = await leave(account);
      if (!allowed) continue;
      const said = { events: [facts.deleted(userId)], work };
      const gone = await accounts.erasures.begin({ ...provided, ...allowed }, newErasure(clock.now()), said);
      if (!gone) continue;
      failpoint('identity.erased-before-answer');
      log.info({ userId, kind: 'account-erased' }, 'account was erased');
      return true;
    }
    return false;
  };
};
