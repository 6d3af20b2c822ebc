import { countSetting, earlierSecrets, sandboxHosts, secretSetting, weakSecrets } from '@satrangi/chassis';
import { z } from 'zod';

const SWEEP_EVERY_MS = 6 * 60 * 60_000;

export const CmsConfig = z.object({
  DEPLOY_HOOK_URL: z
    .url()
    .optional()
    .describe('called with POST after each deploy; without it none is called'),
  LETTER_SECRET: secretSetting('LETTER_SECRET').describe(
    'signs the links of confirmation mails and letters; the same on all replicas',
  ),
  LETTER_SECRET_OLD: earlierSecrets().describe(
    'secrets from before, comma separated: links to leave signed with them go on working',
  ),
  PUBLIC_URL: z.url().default('http://localhost:8080').describe('where every link in a mail begins'),
  SMTP_URL: z.string().optional().describe('without it no mail is sent, which is logged'),
  MAIL_FROM: z.string().optional().describe('default: no-reply@ the host of PUBLIC_URL'),
  GOOGLE_BASE_URL: z
    .url()
    .optional()
    .describe('address of a sandbox that replaces Google; never in production'),
  REPORT_SECRET: secretSetting('REPORT_SECRET')
    .optional()
    .describe('signs reports of bounces and complaints; without it they are refused'),
  LETTER_FROM: z.string().optional().describe('the address letters come from; default: MAIL_FROM'),
  MAIL_POOL: countSetting(5).describe('letters at the mail server at the same time'),
  MAIL_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .describe('letters a minute from one process; without it as many as the mail server takes'),
  LETTER_APPROVAL_ABOVE: z.coerce
    .number()
    .int()
    .nonnegative()
    .default(500)
    .describe('a letter to more readers than this waits for a second admin, or for LETTER_APPROVAL_WAIT_MS'),
  LETTER_APPROVAL_WAIT_MS: countSetting(10 * 60_000).describe(
    'such a letter begins without approval after this time',
  ),
  SEND_IN_DOUBT: z
    .enum(['repeat', 'skip'])
    .default('repeat')
    .describe(
      'a letter that the mail server may have taken: sent again with the same Message-ID, or counted as doubtful',
    ),
  SWEEP_EVERY_MS: countSetting(SWEEP_EVERY_MS).describe('how often what nothing points to is removed'),
  NEWSLETTER_ASKS_PER_ADDRESS: countSetting(20).describe('requests from one client address in an hour'),
  NEWSLETTER_MAILS_PER_MAILBOX: countSetting(3).describe('confirmation mails to one mailbox in a day'),
  NEWSLETTER_MAILS_PER_HOUR: countSetting(200).describe('confirmation mails to all mailboxes in an hour'),
});
export type CmsConfig = z.output<typeof CmsConfig>;

/** Settings that are allowed in development only. */
export const refusedInProduction = ({
  DEPLOY_HOOK_URL,
  SMTP_URL,
  LETTER_SECRET,
  REPORT_SECRET,
}: CmsConfig): string[] => [
  ...weakSecrets({ LETTER_SECRET, ...(REPORT_SECRET === undefined ? {} : { REPORT_SECRET }) }),
  ...sandboxHosts({ DEPLOY_HOOK_URL, SMTP_URL }),
];
