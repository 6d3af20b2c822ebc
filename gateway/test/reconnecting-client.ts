import { type ClientRequest, request } from 'node:http';

/**
 * An event stream client that reconnects after every disconnect with its last id, and records messages and resets. With
 * `honorsRetry` it waits for the `retry` time of the server, as a browser does; else for up to 300 ms.
 */
export const createReconnectingClient = (url: string, { honorsRetry = false } = {}) => {
  const received = new Map<string, string>();
  const resets: number[] = [];
  const state = { lastId: '', retryMs: 0, duplicates: 0, openings: 0, isOpen: false, stopped: false };
  let current: ClientRequest | undefined;

  const read = (frame: string): void => {
    const lines = frame.split('\n');
    const field = (name: string) =>
      lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    const id = field('id');
    if (id !== undefined) state.lastId = id;
    const retry = field('retry');
    if (retry !== undefined) state.retryMs = Number(retry);
    const data = field('data');
    if (data === undefined || field('event') !== 'update') return;
    const message = JSON.parse(data) as { type: string; id: string };
    if (message.type === 'reset') return void resets.push(performance.now());
    if (id !== undefined && received.has(id)) state.duplicates += 1;
    received.set(id ?? '', message.id);
  };

  const connect = (): void => {
    if (state.stopped) return;
    let rest = '';
    const headers = state.lastId ? { 'last-event-id': state.lastId } : {};
    const outgoing = request(url, { headers, agent: false });
    current = outgoing;
    outgoing.on('response', (response) => {
      state.openings += 1;
      state.isOpen = true;
      response.on('error', () => {});
      response.on('data', (part: Buffer) => {
        rest += part.toString();
        for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
          const frame = rest.slice(0, end);
          rest = rest.slice(end + 2);
          read(frame);
        }
      });
    });
    outgoing.on('error', () => {});
    outgoing.on('close', () => {
      state.isOpen = false;
      setTimeout(connect, honorsRetry && state.retryMs > 0 ? state.retryMs : 50 + Math.random() * 250);
    });
    outgoing.end();
  };
  connect();

  return {
    state,
    messages: (): Set<string> => new Set(received.values()),
    /** The times of resets, by `performance.now()`. */
    resets: resets as readonly number[],
    cut: (): void => void current?.destroy(),
    stop: (): void => {
      state.stopped = true;
      current?.destroy();
    },
  };
};
export type ReconnectingClient = ReturnType<typeof createReconnectingClient>;
