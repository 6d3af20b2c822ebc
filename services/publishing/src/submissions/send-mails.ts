import { sendToMailbox } from '@satrangi/chassis';
import { z } from 'zod';
import { submissionMail } from './mails.rules.ts';
import { statusUrl } from './status-tokens.rules.ts';
import type { Deps } from './submissions.deps.ts';
import type { StoredSubmission } from './submissions.store.ts';

export const ReceivedMail = z.object({ submissionId: z.string() });

/** Another process may send a mail again after this time: longer than the time limits of the mail server. */
const LEASE_MS = 120_000;

type MailDeps = Pick<Deps, 'submissions' | 'clock' | 'log' | 'send' | 'config'>;

const details = ({ config }: MailDeps, { _id, email, number }: StoredSubmission, key: string) => ({
  to: email,
  number,
  key,
  statusUrl: statusUrl(config.SUBMISSION_SECRET, config.PUBLIC_URL, _id),
});

/** Mails an author that a submission has arrived. @throws Error when the mail has to be sent again later */
export const sendReceived =
  (deps: MailDeps) =>
  async ({ submissionId }: z.infer<typeof ReceivedMail>): Promise<void> => {
    const submission = await deps.submissions.byId(submissionId);
    if (!submission || submission.email === '') return;
    if (!deps.send) return deps.log.warn('submission mail not sent: no mail server is set');
    const mail = submissionMail(
      'received',
      details(deps, submission, `${submissionId}.0`),
      deps.config.PUBLIC_URL,
    );
    if (!(await sendToMailbox(deps.send, mail))) deps.log.warn('submission mail not sent: no such mailbox');
  };

/**
 * Mails authors whose submission moved and then rested for a while: a slip of the hand is not mailed. The Message-ID
 * names the change, so that a repeated mail is shown once.
 */
export const sendNews = (deps: MailDeps) => async (): Promise<void> => {
  const { submissions, clock, log, send, config } = deps;
  for (;;) {
    const now = clock.now();
    const submission = await submissions.takeNews(now, new Date(now.getTime() + LEASE_MS));
    if (!submission?.news) return;
    const { _id, news, email } = submission;
    if (!send) log.warn('submission mail not sent: no mail server is set');
    else if (email !== '') {
      const mail = submissionMail(
        'news',
        details(deps, submission, `${_id}.${news.entry}`),
        config.PUBLIC_URL,
      );
      try {
        if (!(await sendToMailbox(send, mail))) log.warn('submission mail not sent: no such mailbox');
      } catch (err) {
        // it stays leased and is sent again later
        log.warn({ err }, 'submission mail failed');
        continue;
      }
    }
    await submissions.newsSent(_id, news.entry);
  }
};
