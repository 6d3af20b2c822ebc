import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const ATTEMPTS = 10;
const RECONNECT_MS = 500;

const Message = z.object({ type: z.string(), id: z.string() });
export type ReceivedMessage = z.infer<typeof Message> & {
  /** `performance.now()` of its arrival. */
  readonly at: number;
};
export type LiveStream = {
  readonly messages: readonly ReceivedMessage[];
  /** False once the gateway has ended it. */
  readonly isOpen: () => boolean;
  readonly close: () => void;
};

const messageOf = (frame: string): z.infer<typeof Message> | null => {
  const data = frame.split('\n').find((line) => line.startsWith('data: '));
  return data === undefined ? null : (Message.safeParse(JSON.parse(data.slice(6))).data ?? null);
};

const isConnectionReset = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET';

const openOnce = (
  api: string,
  token: string | null,
  onMessage: (message: ReceivedMessage) => void,
): Promise<LiveStream> =>
  new Promise((resolve, reject) => {
    const messages: ReceivedMessage[] = [];
    let rest = '';
    const read = (part: string): void => {
      const frames = (rest + part).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        const message = messageOf(frame);
        if (!message) continue;
        const received = { ...message, at: performance.now() };
        messages.push(received);
        onMessage(received);
      }
    };
    const opened = get(
      `${api}/updates/stream`,
      // a connection of its own: the gateway may be closing a kept one
      {
        agent: false,
        headers: { accept: 'text/event-stream', ...(token ? { cookie: `satrangi_session=${token}` } : {}) },
      },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`a stream answers ${response.statusCode}`));
        response.setEncoding('utf8').on('data', read).on('error', ignoreClose);
        resolve({ messages, isOpen: () => !response.closed, close: () => opened.destroy() });
      },
    );
    opened.on('error', reject);
  });

/**
 * Opens an event stream of the gateway, of the login of `token` or of a visitor. The gateway closes the connection
 * without a response when a session of the account ends, or the account's projection is written, during
 * authentication; like an EventSource, the client connects again then. An open stream that ends stays closed.
 */
export const openLiveStream = async (
  api: string,
  token: string | null = null,
  onMessage: (message: ReceivedMessage) => void = () => {},
): Promise<LiveStream> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await openOnce(api, token, onMessage);
    } catch (error) {
      if (attempt === ATTEMPTS || !isConnectionReset(error)) throw error;
      await sleep(RECONNECT_MS);
    }
};

/** A stream that is closed by its owner, or by a kill of the gateway. */
const ignoreClose = (): void => {};
