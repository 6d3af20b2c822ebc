import { noticeMail } from '@satrangi/contracts';

/** Subjects and first lines that do not reveal the subject of the site, because a locked phone shows them. */
const wordings = {
  received: {
    subject: 'We have what you sent us',
    before: 'Thank you. It has arrived, and its number is',
    after: 'You can see where it stands, and take it back, on this private page:',
  },
  news: {
    subject: 'News about what you sent us',
    before: 'There is news about number',
    after: 'You can read it on this private page:',
  },
} as const;
export type SubmissionMail = keyof typeof wordings;

export type MailDetails = {
  readonly to: string;
  readonly number: string;
  readonly statusUrl: string;
  /** The same for each retry, so mail programs show one mail. */
  readonly key: string;
};

const keepSafe = 'Whoever has this address can open the page. Keep it to yourself.';

/** A mail to an author. It names no title and no state: the private page does. */
export const submissionMail = (
  kind: SubmissionMail,
  { to, number, statusUrl, key }: MailDetails,
  publicUrl: string,
) => {
  const { subject, before, after } = wordings[kind];
  const messageId = `<s.${key}@${new URL(publicUrl).hostname}>`;
  return noticeMail({ to, subject, messageId }, [
    `${before} ${number}. ${after}`,
    { link: statusUrl },
    keepSafe,
  ]);
};
