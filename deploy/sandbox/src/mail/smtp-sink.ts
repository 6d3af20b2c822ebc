import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Knobs } from '../knobs.ts';
import type { Mailbox } from './mailbox.ts';

const mostBytes = 25 * 1024 * 1024;

/** A connection of the server, which its types leave out. */
type Connection = { readonly session: { readonly id: string }; readonly _socket: { destroy: () => void } };

/** Recipients come from the envelope: blind copies are in no header. */
const recipientsOf = ({ envelope }: SMTPServerSession): string[] =>
  envelope.rcptTo.map(({ address }) => address);

const senderOf = ({ envelope }: SMTPServerSession): string =>
  envelope.mailFrom === false ? '' : envelope.mailFrom.address;

/** SMTP reply of an injected fault: 4xx is temporary, 5xx permanent. */
const refusal = (status: number): Error =>
  Object.assign(new Error('Fault injected by a sandbox knob'), { responseCode: status >= 500 ? 550 : 451 });

type SmtpSinkOptions = {
  readonly mailbox: Mailbox;
  readonly knobs: Knobs;
  readonly host: string;
  readonly port: number;
  readonly now: () => Date;
};

/** Faults by recipient: `mail.rcpt.<domain>`. */
const checkRecipient = (knobs: Knobs, address: string): void => {
  const { status } = knobs.takeCall(`mail.rcpt.${address.split('@').at(-1)?.toLowerCase()}`);
  if (status !== undefined)
    throw Object.assign(new Error(status >= 500 ? '5.1.1 No such mailbox' : '4.2.1 Try again later'), {
      responseCode: status >= 500 ? 550 : 451,
    });
};

/** SMTP server that accepts every mail and forwards none. */
export const startSmtpSink = async ({
  mailbox,
  knobs,
  host,
  port,
  now,
}: SmtpSinkOptions): Promise<{ port: number; [Symbol.asyncDispose]: () => Promise<void> }> => {
  const disconnect = ({ id }: SMTPServerSession): void => {
    for (const connection of server.connections) {
      // the types of smtp-server do not name the socket of a connection
      const { session, _socket } = connection as unknown as Connection;
      if (session.id === id) _socket.destroy();
    }
  };

  const receive = async (stream: NodeJS.ReadableStream, session: SMTPServerSession): Promise<void> => {
    const raw = await buffer(stream);
    const fault = knobs.takeCall('mail.receive');
    if (fault.hang !== undefined) await sleep(fault.hang, undefined, { ref: false });
    if (fault.status !== undefined && !fault.after) throw refusal(fault.status);
    const { from, messageId = '', subject = '', text = '', html = '', headers } = await PostalMime.parse(raw);
    mailbox.add({
      id: randomUUID(),
      messageId,
      from: from?.address ?? senderOf(session),
      to: recipientsOf(session),
      subject,
      text: text.trimEnd(),
      html: html.trimEnd(),
      headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
      receivedAt: now().toISOString(),
    });
    if (fault.cut) disconnect(session);
    if (fault.status !== undefined) throw refusal(fault.status);
  };

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    size: mostBytes,
    // Pooled senders keep their connections open; stopping does not wait for them.
    closeTimeout: 100,
    onAuth: (_auth, _session, done) => done(null, { user: 'sandbox' }),
    onRcptTo: ({ address }, _session, done) => {
      try {
        checkRecipient(knobs, address);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    onData: (stream, session, done) => {
      receive(stream, session).then(
        () => done(),
        (error: Error) => done(error),
      );
    },
  });
  // An aborted connection must not end the process.
  server.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(resolve)),
  };
};
