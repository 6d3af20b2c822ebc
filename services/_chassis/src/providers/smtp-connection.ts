import { CONNECTION_CHECK_MS } from '@satrangi/contracts';
import { createTransport } from 'nodemailer';
import { type Connection, type ConnectionAnswer, leadsToSandbox } from './connection.ts';

/** Connects, encrypts and logs in as a mail does, and sends none. */
const checkSmtp =
  (smtpUrl: string) =>
  async (signal: AbortSignal): Promise<ConnectionAnswer> => {
    const limit = CONNECTION_CHECK_MS;
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: limit,
      greetingTimeout: limit,
      socketTimeout: limit,
    });
    const close = (): void => transport.close();
    signal.addEventListener('abort', close, { once: true });
    try {
      await transport.verify();
      return { isAccepted: true, sentence: 'The mail server accepts the login. No mail was sent.' };
    } catch (error) {
      const { responseCode, code } = Object(error) as Record<string, unknown>;
      if (typeof responseCode === 'number')
        return {
          isAccepted: false,
          sentence:
            code === 'EAUTH'
              ? `The mail server does not accept the login (${responseCode}). See SMTP_URL.`
              : `The mail server answered ${responseCode}. See SMTP_URL.`,
        };
      if (code === 'ETLS')
        return {
          isAccepted: false,
          sentence: 'The mail server does not offer a valid encryption. See SMTP_URL.',
        };
      throw new Error('the mail server did not answer');
    } finally {
      signal.removeEventListener('abort', close);
      close();
    }
  };

/** The mail server of a service. @param nodeEnv outside production a server on this machine is the sandbox */
export const smtpConnection = (
  smtpUrl: string | undefined,
  { purpose, nodeEnv }: { purpose: string; nodeEnv: string },
): Connection => ({
  id: 'smtp',
  name: 'Mail server (SMTP)',
  purpose,
  area: 'mail',
  missing: smtpUrl ? [] : ['SMTP_URL'],
  isSandbox: leadsToSandbox(smtpUrl, nodeEnv),
  check: checkSmtp(smtpUrl ?? ''),
});
