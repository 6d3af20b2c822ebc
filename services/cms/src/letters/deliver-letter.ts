import { failpoint, type SendMail, smtpFailure } from '@satrangi/chassis';
import { letterToken } from '../newsletter/letter-tokens.rules.ts';
import { leaveHeaders } from '../newsletter/mails.rules.ts';
import { mailText } from '../texts/plain-text.ts';
import { sanitizeRichText } from '../texts/sanitize.ts';
import { letterRenderer } from './letter-mail.rules.ts';
import type { Deps } from './letters.deps.ts';
import type { Delivery, StoredSend } from './sends.rules.ts';

export type Reader = { readonly _id: string; readonly email: string };

const deliver = async (send: SendMail, mail: Parameters<SendMail>[0]): Promise<Delivery> => {
  failpoint('cms.letter-before-mail');
  try {
    await send(mail);
  } catch (error) {
    return smtpFailure(error);
  }
  failpoint('cms.letter-accepted');
  return { outcome: 'accepted' };
};

/** Sends one letter to its readers; the Message-ID is the same for each try, so mail programs show one letter. */
export const letterDelivery = async (
  { texts, config }: Pick<Deps, 'texts' | 'config'>,
  sendMail: SendMail,
  { _id, subject, preheader, text }: Pick<StoredSend, '_id' | 'subject' | 'preheader' | 'text'>,
): Promise<(reader: Reader) => Promise<Delivery>> => {
  const { LETTER_SECRET, PUBLIC_URL } = config;
  const html = sanitizeRichText((await texts.read([text]))(text));
  const content = { subject, preheader, html, plain: mailText(html, PUBLIC_URL) };
  const render = letterRenderer(content, PUBLIC_URL);
  const { hostname } = new URL(PUBLIC_URL);
  return ({ _id: readerId, email }) => {
    const token = letterToken(LETTER_SECRET, 'leave', readerId);
    return deliver(
      sendMail,
      render({
        to: email,
        messageId: `<n.${_id}.${readerId}@${hostname}>`,
        leaveLink: new URL(`/newsletter#leave=${token}`, PUBLIC_URL).href,
        headers: leaveHeaders(token, PUBLIC_URL),
      }),
    );
  };
};
