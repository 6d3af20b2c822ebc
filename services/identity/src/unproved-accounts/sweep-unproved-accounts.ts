import { failpoint } from '@satrangi/chassis';
import { accountEvents } from '../accounts/account-events.ts';
import { mailWork } from '../mail/mail-work.ts';
import { eraseAccount } from '../privacy/erase-account.ts';
import type { QueryHoldings } from './query-holdings.ts';
import type { UnprovedDeps } from './unproved-accounts.deps.ts';
import {
  CLAIM_MS,
  linkExpiry,
  nextStep,
  nextTryAt,
  OWNER_MS,
  QUERY_AGAIN_MS,
  REOPENED_MS,
} from './unproved-accounts.rules.ts';
import { type UnprovedAccount, unchangedSince } from './unproved-accounts.store.ts';

const BATCH = 100;

/**
 * Erases unproved accounts that own nothing (decision 0053): a reminder, a first holdings query to each service, the end
 * of all sessions, an hour later a second query, then the erasure. Safe on several replicas and after a stop at any
 * point: the replica that reschedules an account handles it.
 */
export const sweepUnprovedAccounts = (deps: UnprovedDeps, query: QueryHoldings) => {
  const { unprovedAccounts, clock, config, log } = deps;
  const { sessionsEnded } = accountEvents(deps);
  const erase = eraseAccount(deps);
  const days = config.UNPROVED_ACCOUNT_DAYS;
  const after = (ms: number): Date => new Date(clock.now().getTime() + ms);

  const release = async (account: UnprovedAccount, ms: number): Promise<void> => {
    if (account.unproved.closing) await unprovedAccounts.reopen(account._id, after(ms));
    else await unprovedAccounts.reschedule(account, after(ms), 0);
  };

  const close = async (account: UnprovedAccount): Promise<void> => {
    const closed = await unprovedAccounts.close(account, after(QUERY_AGAIN_MS), sessionsEnded(account));
    if (!closed) return;
    log.info({ userId: account._id, kind: 'unproved-closed' }, 'unproved account closed');
  };

  const closeOrErase = async (read: UnprovedAccount): Promise<void> => {
    const account = await unprovedAccounts.reschedule(read, after(CLAIM_MS));
    if (!account) return;
    const { _id: userId, unproved } = account;
    const { closing, tries } = unproved;
    const { owns, unavailable } = await query(userId, closing?.tokenVersion ?? 0);
    if (owns) return release(account, OWNER_MS);
    if (unavailable.length > 0) {
      await unprovedAccounts.reschedule(account, nextTryAt(tries, clock.now()), tries + 1);
      log.warn({ userId, pending: unavailable.join('.'), tries }, 'unproved account erasure postponed');
      return;
    }
    if (!closing) return close(account);
    failpoint('identity.unproved-before-erasure');
    await erase(userId, { provided: unchangedSince(account) });
  };

  const sweep = async (account: UnprovedAccount): Promise<void> => {
    const { _id: userId, unproved } = account;
    const now = clock.now();
    const step = nextStep(account, { now, days });
    switch (step.to) {
      case 'wait':
        await unprovedAccounts.reschedule(account, step.until);
        return;
      case 'remind': {
        const work = mailWork('confirm-address-reminder', userId, { id: unproved.link.id, now });
        const linkUntil = linkExpiry(now);
        return unprovedAccounts.remind(account, { nextCheckAt: step.until, linkUntil, work });
      }
      case 'reopen':
        return release(account, REOPENED_MS);
      case 'ask':
        return closeOrErase(account);
    }
  };

  return async (signal: AbortSignal): Promise<void> => {
    if (days === 0) return;
    for (const account of await unprovedAccounts.due(clock.now(), BATCH)) {
      if (signal.aborted) return;
      await sweep(account).catch((err: unknown) =>
        log.warn({ err, userId: account._id }, 'unproved account sweep failed'),
      );
    }
  };
};
