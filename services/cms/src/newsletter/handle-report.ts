import { Refusal } from '@satrangi/chassis';
import { MailReport, SOFT_BOUNCES_MAX } from '@satrangi/contracts';
import { endSubscription } from './leave-newsletter.ts';
import { letterOf } from './mail-report.rules.ts';
import type { Deps } from './newsletter.deps.ts';
import { isSignedReport } from './report-signature.rules.ts';

type ReportDeps = Pick<Deps, 'subscribers' | 'clock' | 'ids' | 'newEvent' | 'config'>;

const readReport = (body: string): MailReport => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    parsed = undefined;
  }
  const report = MailReport.safeParse(parsed);
  if (!report.success) throw new Refusal('validation-failed', 'The report is not valid');
  return report.data;
};

/**
 * Handles a report of a mail provider; safe to repeat and in any order. Removing the subscriber is the last state, so a
 * report that comes later finds none.
 * @throws Refusal invalid-signature, validation-failed
 */
export const handleReport = (deps: ReportDeps) => {
  const end = endSubscription(deps);
  return async (bytes: Buffer, signature: string): Promise<void> => {
    const secret = deps.config.REPORT_SECRET;
    const body = bytes.toString('utf8');
    // without a secret no signature is valid
    if (!secret || !isSignedReport({ secret, body, signature }, deps.clock.now()))
      throw new Refusal('invalid-signature', 'The signature is not valid');
    const { messageId, kind } = readReport(body);
    const letter = letterOf(messageId);
    if (!letter) return;
    const { sendId, subscriberId } = letter;
    if (kind === 'complaint') return end(subscriberId, 'complaint');
    if (kind === 'hard') return end(subscriberId, 'bounce');
    if ((await deps.subscribers.addSoftBounce(subscriberId, sendId, deps.clock.now())) >= SOFT_BOUNCES_MAX)
      await end(subscriberId, 'bounce');
  };
};
