import { createHmac } from 'node:crypto';
import { json, Router } from 'express';
import { z } from 'zod';
import type { Mailbox } from './mailbox.ts';

const TIMEOUT_MS = 10_000;
const ReportRequest = z.strictObject({
  messageId: z.string().min(1).max(500),
  kind: z.enum(['hard', 'soft', 'complaint']),
  /** Sign with another secret. */
  forged: z.boolean().default(false),
});

type Deps = {
  mailbox: Mailbox;
  webhookBaseUrl: string;
  secret: string | null;
  now: () => Date;
};

/**
 * Control API of a mail provider: sends a signed report of a bounce or complaint to the platform, and counts received mails.
 * @param secret null: reports cannot be signed
 */
export const mailReports = ({ mailbox, webhookBaseUrl, secret, now }: Deps): Router => {
  const router = Router();

  router.post('/sandbox/mail/report', json(), async (request, response) => {
    const input = ReportRequest.safeParse(request.body ?? {});
    if (!input.success || secret === null) {
      const message = input.success ? 'REPORT_SECRET is not set' : z.prettifyError(input.error);
      return void response.status(400).json({ code: 'invalid-request', message });
    }
    const { forged, ...report } = input.data;
    const body = JSON.stringify(report);
    const seconds = Math.floor(now().getTime() / 1_000);
    const signature = createHmac('sha256', forged ? `${secret}-of-another` : secret)
      .update(`${seconds}.${body}`)
      .digest('hex');
    const answer = await fetch(`${webhookBaseUrl}/api/newsletter/webhooks/report`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-report-signature': `t=${seconds},v1=${signature}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null);
    response.status(200).json({ status: answer?.status ?? null });
  });

  router.get('/sandbox/mail/counts', (request, response) => {
    const { subject } = request.query;
    response.json(mailbox.counts(typeof subject === 'string' ? subject : undefined));
  });
  return router;
};
