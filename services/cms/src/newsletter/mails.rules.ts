import { CONFIRMATION_DAYS, CONFIRMATION_SUBJECT, noticeMail } from '@satrangi/contracts';

/** Subjects that do not reveal the subject of the site, because a locked phone shows them. */
const wordings = {
  confirm: {
    subject: CONFIRMATION_SUBJECT,
    before: `Somebody asked us to write to this address. If that was you, open the link within ${CONFIRMATION_DAYS} days:`,
    after: 'If that was not you, do nothing. We will not write again.',
  },
  welcome: {
    subject: 'Your email address is confirmed',
    before: 'Thank you. We will write to you at this address. You can stop that at any time:',
    after: 'Most mail apps also show an Unsubscribe button.',
  },
} as const;
export type NewsletterMail = keyof typeof wordings;

export type MailDetails = {
  readonly to: string;
  /** The same for each retry, so mail programs show one mail. */
  readonly id: string;
  readonly token: string;
};

/** Headers for one-click unsubscription in mail programs (RFC 2369, RFC 8058). */
export const leaveHeaders = (token: string, publicUrl: string): Record<string, string> => ({
  'List-Unsubscribe': `<${new URL(`/api/newsletter/unsubscribe?token=${token}`, publicUrl).href}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/**
 * A mail of the newsletter. Links to pages have the token in the fragment, which reaches no server, proxy or referrer;
 * the URL for mail programs has it in the query.
 */
export const newsletterMail = (kind: NewsletterMail, { to, id, token }: MailDetails, publicUrl: string) => {
  const { subject, before, after } = wordings[kind];
  const link = new URL(`/newsletter#${kind === 'confirm' ? 'confirm' : 'leave'}=${token}`, publicUrl).href;
  return noticeMail(
    {
      to,
      subject,
      messageId: `<${kind}.${id}@${new URL(publicUrl).hostname}>`,
      ...(kind === 'welcome' ? { headers: leaveHeaders(token, publicUrl) } : {}),
    },
    [before, { link }, after],
  );
};
