import { createTransport } from 'nodemailer';
import type { Mail } from '../mail/mails.rules.ts';

/** @throws Error when the mail server did not take it */
export type SendMail = (mail: Mail) => Promise<void>;

export type Mailer = { readonly send: SendMail; readonly close: () => void };

/** All of it ends well before another process would take the work over. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export const smtpMailer = (smtpUrl: string, from: string): Mailer => {
  const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: 2, ...timeouts });
  return {
    send: async (mail) => {
      // Out-of-office machines do not answer mail that says nobody wrote it.
      await transport.sendMail({ ...mail, from, headers: { 'auto-submitted': 'auto-generated' } });
    },
    close: () => transport.close(),
  };
};
