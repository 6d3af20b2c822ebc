import { failpoint } from '@satrangi/chassis';
import { accountFacts } from '../accounts/account-facts.ts';
import type { Needs } from '../accounts/accounts.needs.ts';
import { eraseAccount } from '../erasure/erase-account.ts';
import { mailWork } from '../mail/mail-work.ts';
import type { AskHoldings } from './ask-holdings.ts';
import {
  ASK_AGAIN_MS,
  CLAIM_MS,
  linkExpiry,
  nextStep,
  nextTryAt,
  OWNER_MS,
  REOPENED_MS,
} from './unproved.rules.ts';
import { asRead, type UnprovedAccount } from './unproved.store.ts';

const BATCH = 100;

/**
 * Erases accounts whose address was never proved and that own nothing (decision 0053): a reminder, a first question to
 * every service, the end of all logins, and an hour later a second question right before the erasure. Several processes
 * may sweep at once and stop at any point: an account is looked at by the one that puts off its next look.
 */
export const sweepUnproved = (needs: Needs, ask: AskHoldings) => {
  const { accounts, clock, config, log } = needs;
  const facts = accountFacts(needs);
  const erase = eraseAccount(needs);
  const days = config.UNPROVED_ACCOUNT_DAYS;
  const after = (ms: number): Date => new Date(clock.now().getTime() + ms);

  const release = async (account: UnprovedAccount, ms: number): Promise<void> => {
    if (account.unproved.closing) await accounts.unproved.reopen(account._id, after(ms));
    else await accounts.unproved.putOff(account, after(ms), 0);
  };

  const close = async (account: UnprovedAccount): Promise<void> => {
    const closed = await accounts.unproved.close(account, after(ASK_AGAIN_MS), facts.sessionsEnded(account));
    if (!closed) return;
    log.info({ userId: account._id, kind: 'unproved-closed' }, 'unproved account closed before erasure');
  };

  const decide = async (read: UnprovedAccount): Promise<void> => {
    const account = await accounts.unproved.putOff(read, after(CLAIM_MS));
    if (!account) return;
    const { _id: userId, unproved } = account;
    const { closing, tries } = unproved;
    const { owns, silent } = await ask(userId, closing?.tokenVersion ?? 0);
    if (owns) return release(account, OWNER_MS);
    if (silent.length > 0) {
      await accounts.unproved.putOff(account, nextTryAt(tries, clock.now()), tries + 1);
      log.warn({ userId, pending: silent.join('.'), tries }, 'unproved account kept: holdings unknown');
      return;
    }
    if (!closing) return close(account);
    failpoint('identity.unproved-before-erasure');
    await erase(userId, { provided: asRead(account) });
  };

  const look = async (account: UnprovedAccount): Promise<void> => {
    const { _id: userId, unproved } = account;
    const now = clock.now();
    const step = nextStep(account, { now, days });
    switch (step.to) {
      case 'wait':
        await accounts.unproved.putOff(account, step.until);
        return;
      case 'remind': {
        const work = mailWork('confirm-address-reminder', userId, { id: unproved.link.id, now });
        return accounts.unproved.remind(account, { lookAt: step.until, linkUntil: linkExpiry(now), work });
      }
      case 'reopen':
        return release(account, REOPENED_MS);
      case 'ask':
        return decide(account);
    }
  };

  return async (signal: AbortSignal): Promise<void> => {
    if (days === 0) return;
    for (const account of await accounts.unproved.due(clock.now(), BATCH)) {
      if (signal.aborted) return;
      await look(account).catch((err: unknown) =>
        log.warn({ err, userId: account._id }, 'unproved account not looked at'),
      );
    }
  };
};
