import { type Caller, Refusal } from '@satrangi/chassis';
import { accountEvents } from '../accounts/account-events.ts';
import { accountMessages } from '../accounts/accounts.rules.ts';
import { requireAccount } from './require-account.ts';
import type { SessionDeps } from './sessions.deps.ts';

/**
 * Ends all sessions of the caller. Of two concurrent calls, one is refused: its token has ended already.
 * @throws Refusal invalid-token
 */
export const endAllSessions = (deps: SessionDeps) => {
  const { sessionsEnded } = accountEvents(deps);
  const readAccount = requireAccount(deps);
  return async (caller: Caller): Promise<void> => {
    const { _id, role, tokenVersion } = await readAccount(caller);
    const events = [sessionsEnded({ _id, role, tokenVersion })];
    const ended = await deps.accounts.change({ _id, role, tokenVersion }, { endSessions: true, events });
    if (!ended) throw new Refusal('invalid-token', accountMessages.invalidToken);
  };
};
