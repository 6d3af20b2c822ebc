import { createTransport } from 'nodemailer';
import { traceProviderCall } from '../tracing/spans.ts';

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for each retry, so mail programs show one mail. */
  readonly messageId: string;
  /** Further headers, such as `List-Unsubscribe` (RFC 8058). */
  readonly headers?: Readonly<Record<string, string>>;
};

/** @throws Error when the mail server did not accept it */
export type SendMail = (mail: Mail) => Promise<void>;

export type Mailer = { readonly send: SendMail; readonly close: () => void };

/** The sum stays below the lease of an outbox row, so no other process sends the same mail at the same time. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** The settings of mail in the environment of a service. */
export type MailSettings = {
  readonly SMTP_URL?: string | undefined;
  readonly MAIL_FROM?: string | undefined;
  readonly PUBLIC_URL: string;
};

/** The address mails come from: that of the settings, or `no-reply@` the host of the site. */
export const mailSender = ({ MAIL_FROM, PUBLIC_URL }: MailSettings): string =>
  MAIL_FROM ?? `no-reply@${new URL(PUBLIC_URL).hostname}`;

/** Sends mail over pooled SMTP connections (RFC 5321). @param from the address all mails come from */
const smtpMailer = (
  smtpUrl: string,
  from: string,
  { connections = 2 }: { readonly connections?: number } = {},
): Mailer => {
  const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: connections, ...timeouts });
  return {
    send: async ({ headers, ...mail }) => {
      // Suppresses automatic replies (RFC 3834 §5).
      const all = { 'auto-submitted': 'auto-generated', ...headers };
      await traceProviderCall('smtp', 'send', () => transport.sendMail({ ...mail, from, headers: all }));
    },
    close: () => transport.close(),
  };
};

type Options = { readonly from?: string; readonly connections?: number };

/** The mailer of a service; null without a mail server. */
export const mailerOf = (
  settings: MailSettings,
  { from = mailSender(settings), connections }: Options = {},
): Mailer | null =>
  settings.SMTP_URL
    ? smtpMailer(settings.SMTP_URL, from, connections === undefined ? {} : { connections })
    : null;

/**
 * Why a mail was not accepted. `no-mailbox`: the server knows no such recipient (RFC 3463, 5.1.x). `unknown`: the
 * connection ended before the reply, so it may have been accepted (RFC 1047).
 */
export type SmtpFailure =
  | { readonly outcome: 'refused' | 'deferred' | 'no-mailbox'; readonly code: number }
  | { readonly outcome: 'unknown' | 'unreachable' };

/** Codes of nodemailer for errors before a mail is offered to the server. */
const BEFORE_MAIL = new Set(['EDNS', 'EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'EREQUIRETLS', 'ECONFIG']);
const BEFORE_MAIL_TIMEOUTS = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT']);

/** Classifies an error of `SendMail`. */
export const smtpFailure = (error: unknown): SmtpFailure => {
  const { responseCode, response, command, code, syscall, timeoutType } = Object(error) as Record<
    string,
    unknown
  >;
  const isBeforeMail =
    BEFORE_MAIL.has(String(code)) || BEFORE_MAIL_TIMEOUTS.has(String(timeoutType)) || syscall === 'connect';
  if (isBeforeMail) return { outcome: 'unreachable' };
  if (typeof responseCode !== 'number') return { outcome: 'unknown' };
  const isUnknownRecipient = command === 'RCPT TO' && /^5\d\d[ -]5\.1\.[1-6]\b/.test(String(response));
  if (isUnknownRecipient) return { outcome: 'no-mailbox', code: responseCode };
  return { outcome: responseCode >= 500 ? 'refused' : 'deferred', code: responseCode };
};

/**
 * Sends a mail that has to arrive at some time.
 * @returns false when its address has no mailbox: a mistyped address stays wrong, so it is not tried again
 * @throws Error when it has to be sent again later
 */
export const sendToMailbox = (send: SendMail, mail: Mail): Promise<boolean> =>
  send(mail).then(
    () => true,
    (error: unknown) => {
      if (smtpFailure(error).outcome !== 'no-mailbox') throw error;
      return false;
    },
  );
