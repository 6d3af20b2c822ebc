import { z } from 'zod';
import { isEmail } from './accounts.ts';
import { defineApi } from './endpoint.ts';
import { CONFIRMATION_DAYS, newsletterTexts } from './newsletter-texts.ts';

const Token = z.string(newsletterTexts.linkInvalid).min(1, newsletterTexts.linkInvalid).max(200);
const answer = z.object({ ok: z.literal(true), message: z.string() });
const byToken = z.object({ token: Token });

/** What a mail provider reports about a mail that was sent. */
export const MailReport = z.object({
  messageId: z.string().max(500),
  kind: z.enum(['hard', 'soft', 'complaint']).describe('hard and soft bounces, and complaints of readers'),
});
export type MailReport = z.infer<typeof MailReport>;
/** `t=<seconds>,v1=<hex>`: HMAC-SHA-256 of `<seconds>.<body>` with REPORT_SECRET; valid for five minutes. */
export const REPORT_SIGNATURE = 'x-report-signature';
/** Soft bounces of so many letters end a subscription. */
export const SOFT_BOUNCES_MAX = 3;
/** So many days without a bounce, and the count begins again: letters have arrived since, or none was sent. */
export const SOFT_BOUNCE_DAYS = 60;

export const newsletterApi = defineApi({
  subscribe: {
    method: 'POST',
    path: '/newsletter/subscribe',
    access: 'public',
    summary:
      'Asks for the newsletter. The same answer for every valid address, known or not; one that is not subscribed gets a mail with a link (checklist CMS-22, CMS-40, CMS-41)',
    body: z.object({
      email: z
        .string(newsletterTexts.emailInvalid)
        .max(320, newsletterTexts.emailInvalid)
        .refine(isEmail, newsletterTexts.emailInvalid),
      website: z.string().max(2_000).optional().describe('hidden from people; filled in, nothing is stored'),
    }),
    response: answer,
    problems: ['validation-failed', 'too-many-requests'],
  },
  confirmSubscription: {
    method: 'POST',
    path: '/newsletter/confirm',
    access: 'public',
    personal: true,
    summary: `Confirms by the token of the mail, within ${CONFIRMATION_DAYS} days; repeated, it answers the same. A signed-in reader's account is linked, so that its export and its deletion include the subscription (checklist CMS-40)`,
    body: byToken,
    response: answer,
    problems: ['validation-failed', 'too-long-ago'],
  },
  unsubscribePage: {
    method: 'GET',
    path: '/newsletter/unsubscribe',
    access: 'public',
    kind: 'stream',
    summary:
      'Redirects (303) to the page that asks; changes nothing, because mail programs open links (checklist CMS-40)',
    query: byToken,
    response: z.unknown(),
  },
  unsubscribe: {
    method: 'POST',
    path: '/newsletter/unsubscribe',
    access: 'public',
    kind: 'raw',
    bodyLimit: 4_096,
    summary:
      'Ends the subscription of the token, at once, with any body: one-click unsubscription of mail programs (RFC 8058). Repeated, it answers the same (checklist CMS-40)',
    query: byToken,
    response: answer,
    problems: ['validation-failed'],
  },
  reportMail: {
    method: 'POST',
    path: '/newsletter/webhooks/report',
    access: 'public',
    kind: 'raw',
    rate: 'webhook',
    bodyLimit: 16_384,
    status: 200,
    summary: `A signed report about a mail: a hard bounce or a complaint ends the subscription at once, soft bounces of ${SOFT_BOUNCES_MAX} letters do, with at most ${SOFT_BOUNCE_DAYS} days between them. Unknown mails and repeated reports answer the same`,
    response: z.object({ ok: z.literal(true) }),
    problems: ['invalid-signature', 'validation-failed'],
  },
});
