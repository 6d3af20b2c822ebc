import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LiveEntry, LiveLog } from '@satrangi/chassis';
import { KEEPALIVE_MS, liveTypes, problemOf } from '@satrangi/contracts';
import type { Hub, Listener } from './hub.ts';

/** Every address a client may try; each works the same (checklist GTW-07, GTW-12). */
const ADDRESSES = new Set(['/api/updates/stream', '/updates/stream']);

export type UpdatesOptions = {
  readonly hub: Hub;
  readonly live: LiveLog;
  /** Who the session cookie says is listening; nobody when it is missing or not valid any more. */
  readonly listenerOf: (request: IncomingMessage) => Promise<Listener>;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly headers: Readonly<Record<string, string>>;
};

const missedBy = async (live: LiveLog, request: IncomingMessage): Promise<LiveEntry[] | 'reset'> => {
  const lastId = request.headers['last-event-id'];
  if (typeof lastId !== 'string' || lastId === '') return [];
  return live.replay(lastId.slice(0, 200)).catch(() => 'reset' as const);
};

/** Feeds the hub from the live log and answers the stream addresses. */
export const updatesStream = (options: UpdatesOptions) => {
  const { hub, live } = options;
  const stops = [live.hear(hub.tell), live.onReset(hub.reset)];
  const timer = setInterval(hub.keepAlive, KEEPALIVE_MS);
  timer.unref();

  const open = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // What is said between reading the log and joining the hub is held back and told after what was missed.
    const meanwhile: LiveEntry[] = [];
    const stopHolding = live.hear((entry) => meanwhile.push(entry));
    const [listener, missed] = await Promise.all([options.listenerOf(request), missedBy(live, request)]);
    stopHolding();
    if (response.destroyed) return;
    // The session ended while we asked who it is: the answer is old, the browser comes back for a new one.
    const { userId } = listener;
    const hasEnded = ({ message: { type, id } }: LiveEntry): boolean =>
      type === liveTypes.sessionEnded && id === userId;
    if (meanwhile.some(hasEnded)) return void response.destroy();
    for (const [name, value] of Object.entries(options.headers)) response.setHeader(name, value);
    const told =
      missed === 'reset'
        ? missed
        : [...missed, ...meanwhile.filter(({ id }) => !missed.some((m) => m.id === id))];
    if (hub.open(listener, options.addressOf(request), response, told)) return;
    const problem = problemOf('too-many-requests', 'Too many open streams.', '');
    response.writeHead(problem.status, { 'content-type': 'application/problem+json', 'retry-after': '30' });
    response.end(JSON.stringify(problem));
  };

  return {
    /** Answers the request when it asks for the stream; false otherwise. */
    handle: (request: IncomingMessage, response: ServerResponse): boolean => {
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      if (request.method !== 'GET' || !ADDRESSES.has(path)) return false;
      void open(request, response).catch(() => response.destroy());
      return true;
    },
    close: (): void => {
      for (const stop of stops) stop();
      clearInterval(timer);
      hub.close();
    },
  };
};
