import { type Caller, Refusal } from '@satrangi/chassis';
import { accountFacts } from './account-facts.ts';
import type { Needs } from './accounts.needs.ts';
import { accountSentences } from './accounts.rules.ts';
import { presentAccount } from './present-account.ts';

/** Ends every session of the caller. Told twice at the same time, one of them finds its token ended already. */
export const endSessions = (needs: Needs) => {
  const facts = accountFacts(needs);
  const present = presentAccount(needs);
  return async (caller: Caller): Promise<void> => {
    const { _id, role, tokenVersion } = await present(caller);
    const events = [facts.sessionsEnded({ _id, role, tokenVersion })];
    const ended = await needs.accounts.change({ _id, role, tokenVersion }, { endSessions: true, events });
    if (!ended) throw new Refusal('invalid-token', accountSentences.invalidToken);
  };
};
