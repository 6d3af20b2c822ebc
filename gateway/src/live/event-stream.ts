import type { IncomingMessage, ServerResponse } from 'node:http';
import { compareIds, type LiveEntry, type LiveLog } from '@satrangi/chassis';
import { liveTypes } from '@satrangi/contracts';
import type { Listener } from '../auth/authenticate-stream.ts';
import type { CrossOrigin } from '../http/cors.ts';
import { refuse } from '../http/problem-response.ts';
import { requestIdOf } from '../http/request-id.ts';
import { type Channel, channelAt } from './channels.ts';
import type { Hub } from './stream-hub.ts';

/** An id the log never gave: whoever comes back with it is told to reload. */
const NOWHERE = 'unknown';

export type UpdatesOptions = {
  readonly hub: Hub;
  readonly live: LiveLog;
  /** Who the session cookie says is listening; nobody when it is missing or not valid any more. */
  readonly listenerOf: (request: IncomingMessage) => Promise<Listener>;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly headers: Readonly<Record<string, string>>;
  readonly crossOrigin: CrossOrigin;
  readonly keepaliveMs: number;
};

type Opening = { readonly missed: readonly LiveEntry[] | 'reset'; readonly upTo: string };

/**
 * What is said while a stream is being opened is held back and told after what was missed; a gap in that time is a gap
 * for this stream too.
 */
const hold = (live: LiveLog) => {
  const heard: LiveEntry[] = [];
  let gap = false;
  const stops = [
    live.hear((entry) => heard.push(entry)),
    live.onReset(() => {
      gap = true;
    }),
  ];
  return {
    heard: heard as readonly LiveEntry[],
    hasGap: () => gap,
    stop: (): void => {
      for (const stop of stops) stop();
    },
  };
};

/** Where the log stands and what was said after `lastId`; without one the reader starts here. */
const readLog = async (live: LiveLog, lastId: string | undefined): Promise<Opening> => {
  const upTo = await live.latestId().catch(() => NOWHERE);
  if (lastId === undefined) return { missed: [], upTo };
  const missed = await live.replay(lastId).catch(() => 'reset' as const);
  return missed === 'reset' ? { missed, upTo } : { missed, upTo: missed.at(-1)?.id ?? lastId };
};

const joined = ({ missed, upTo }: Opening, held: ReturnType<typeof hold>): Opening => {
  const later = held.heard.filter(({ id }) => (compareIds(id, upTo) ?? 1) > 0);
  const last = later.at(-1)?.id;
  if (held.hasGap()) return { missed: 'reset', upTo: last ?? NOWHERE };
  return { missed: missed === 'reset' ? missed : [...missed, ...later], upTo: last ?? upTo };
};

const lastIdOf = ({ headers }: IncomingMessage): string | undefined => {
  const given = headers['last-event-id'];
  return typeof given === 'string' && given !== '' ? given.slice(0, 200) : undefined;
};

/** Feeds the hub from the live log and answers the stream addresses. */
export const updatesStream = (options: UpdatesOptions) => {
  const { hub, live } = options;
  const stops = [live.hear(hub.tell), live.onReset(hub.reset)];
  const timer = setInterval(hub.keepAlive, options.keepaliveMs);
  timer.unref();

  const tooMany = (request: IncomingMessage, response: ServerResponse): void =>
    refuse(request, response, 'too-many-requests', 'Too many open streams.', { 'retry-after': '30' });

  const open = async (
    request: IncomingMessage,
    response: ServerResponse,
    channel: Channel,
  ): Promise<void> => {
    const seat = hub.admit(options.addressOf(request));
    if (!seat) return tooMany(request, response);
    response.once('close', seat.release);
    const held = hold(live);
    try {
      const listener = await options.listenerOf(request);
      const { userId } = listener;
      if (userId && !seat.takeFor(userId)) return tooMany(request, response);
      if (response.destroyed) return seat.release();
      const opening = await readLog(live, lastIdOf(request));
      if (response.destroyed) return;
      // The session ended while we asked who it is: the answer is old, the browser comes back for a new one.
      const hasEnded = ({ message: { type, id } }: LiveEntry): boolean =>
        type === liveTypes.sessionEnded && id === userId;
      if (held.heard.some(hasEnded)) return void response.destroy();
      // keepalives go out as long as the stream is open; a reader who takes nothing is let go by the hub
      request.socket.setTimeout(0);
      hub.open({ listener, response, channel, ...joined(opening, held) });
    } finally {
      held.stop();
    }
  };

  return {
    /** Answers the request when it asks for a stream; false otherwise. */
    handle: (request: IncomingMessage, response: ServerResponse): boolean => {
      const [path = '', query] = (request.url ?? '').split('?', 2);
      const channel = request.method === 'GET' ? channelAt(path) : undefined;
      if (!channel) return false;
      for (const [name, value] of Object.entries(options.headers)) response.setHeader(name, value);
      response.setHeader('x-request-id', requestIdOf(request));
      options.crossOrigin(request, response, () => undefined);
      // A login in an address ends up in histories and logs: the cookie is who listens.
      if (query !== undefined && new URLSearchParams(query).has('token'))
        refuse(request, response, 'invalid-token', 'Invalid token');
      else void open(request, response, channel).catch(() => response.destroy());
      return true;
    },
    close: (): void => {
      for (const stop of stops) stop();
      clearInterval(timer);
      hub.close();
    },
  };
};
