import { get } from 'node:http';
import { z } from 'zod';

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

/** An open event stream of the gateway, of the login of `token` or of a visitor. It does not reconnect. */
export const openLiveStream = (
  api: string,
  token: string | null = null,
  onMessage: (message: ReceivedMessage) => void = () => {},
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
      { headers: { accept: 'text/event-stream', ...(token ? { cookie: `satrangi_session=${token}` } : {}) } },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`a stream answers ${response.statusCode}`));
        response.setEncoding('utf8').on('data', read).on('error', ignoreClose);
        resolve({ messages, isOpen: () => !response.closed, close: () => opened.destroy() });
      },
    );
    opened.on('error', reject);
  });

/** A stream that is closed by its owner, or by a kill of the gateway. */
const ignoreClose = (): void => {};
