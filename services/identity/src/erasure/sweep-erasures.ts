import { accountFacts } from '../accounts/account-facts.ts';
import type { Needs } from '../accounts/accounts.needs.ts';
import { nextSayAt, stillSilent } from './erasure.rules.ts';

const BATCH = 100;

/**
 * Says every deletion again that somebody has not answered yet, less and less often, for ever. Several processes may
 * sweep at once: a record is looked at by the one that puts off its next look.
 */
export const sweepErasures = (needs: Needs) => {
  const { accounts, clock, log } = needs;
  const facts = accountFacts(needs);
  return async (signal: AbortSignal): Promise<void> => {
    const now = clock.now();
    for (const record of await accounts.erasures.due(now, BATCH)) {
      if (signal.aborted) return;
      const { _id: userId, erasure } = record;
      const pending = stillSilent(erasure);
      if (pending.length === 0) {
        await accounts.erasures.lookAgain(record, null);
        continue;
      }
      const lookAt = nextSayAt(erasure.tries + 1, now);
      const taken = await accounts.erasures.lookAgain(record, lookAt, [facts.deleted(userId)]);
      if (taken)
        log.warn({ userId, pending: pending.join('.'), tries: erasure.tries + 1 }, 'deletion was said again');
    }
  };
};
