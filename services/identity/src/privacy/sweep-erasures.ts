import { accountEvents } from '../accounts/account-events.ts';
import { nextPublishAt, pendingServices } from './erasure-saga.rules.ts';
import type { PrivacyDeps } from './privacy.deps.ts';

const BATCH = 100;

/**
 * Republishes deletions that a service has not confirmed, with increasing delays and without a limit. Safe on several
 * replicas at once: the one that reschedules a record handles it.
 */
export const sweepErasures = (deps: PrivacyDeps) => {
  const { erasures, clock, log } = deps;
  const { deleted } = accountEvents(deps);
  return async (signal: AbortSignal): Promise<void> => {
    const now = clock.now();
    for (const record of await erasures.due(now, BATCH)) {
      if (signal.aborted) return;
      const { _id: userId, erasure } = record;
      const pending = pendingServices(erasure);
      if (pending.length === 0) {
        await erasures.reschedule(record, null);
        continue;
      }
      const tries = erasure.tries + 1;
      if (await erasures.reschedule(record, nextPublishAt(tries, now), [deleted(userId)]))
        log.warn({ userId, pending: pending.join('.'), tries }, 'deletion republished');
    }
  };
};
