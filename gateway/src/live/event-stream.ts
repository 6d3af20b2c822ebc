import type { IncomingMessage, ServerResponse } from 'node:http';
import { compareIds, type LiveEntry, type LiveLog } from '@satrangi/chassis/without-store';
import { ADMIN_KEEPALIVE_MS, liveTypes } from '@satrangi/contracts';
import type { StreamUser } from '../auth/authenticate-stream.ts';
import type { CorsHandler } from '../http/cors.ts';
import { refuse } from '../http/problem-response.ts';
import { requestIdOf } from '../http/request-id.ts';
import { retryAfter } from '../http/retry-after.ts';
import { type Channel, channelAt } from './channels.ts';
import type { StreamHub } from './stream-hub.ts';

/** An id that the log never assigns: a client that sends it gets a reset. */
const UNKNOWN_ID = 'unknown';

export type EventStreamOptions = {
  readonly hub: StreamHub;
  readonly live: LiveLog;
  /** The user of the session cookie; anonymous when the cookie is missing or invalid. */
  readonly authenticate: (request: IncomingMessage) => Promise<StreamUser>;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cors: CorsHandler;
  readonly keepaliveMs: number;
};

type Opening = { readonly missed: readonly LiveEntry[] | 'reset'; readonly upTo: string };

/**
 * Buffers the entries published while a stream opens, to be sent after the missed ones. A gap in that time is a gap of
 * this stream, too.
 */
const bufferEntries = (live: LiveLog) => {
  const entries: LiveEntry[] = [];
  let gap = false;
  const stops = [
    live.subscribe((entry) => entries.push(entry)),
    live.onReset(() => {
      gap = true;
    }),
  ];
  return {
    entries: entries as readonly LiveEntry[],
    hasGap: () => gap,
    stop: (): void => {
      for (const stop of stops) stop();
    },
  };
};

/** The latest log id and the entries after `lastId`; without `lastId` the stream starts at the latest id. */
const readLog = async (live: LiveLog, lastId: string | undefined): Promise<Opening> => {
  const upTo = await live.latestId().catch(() => UNKNOWN_ID);
  if (lastId === undefined) return { missed: [], upTo };
  const missed = await live.replay(lastId).catch(() => 'reset' as const);
  return missed === 'reset' ? { missed, upTo } : { missed, upTo: missed.at(-1)?.id ?? lastId };
};

const withBuffered = ({ missed, upTo }: Opening, buffered: ReturnType<typeof bufferEntries>): Opening => {
  const later = buffered.entries.filter(({ id }) => (compareIds(id, upTo) ?? 1) > 0);
  const last = later.at(-1)?.id;
  if (buffered.hasGap()) return { missed: 'reset', upTo: last ?? UNKNOWN_ID };
  return { missed: missed === 'reset' ? missed : [...missed, ...later], upTo: last ?? upTo };
};

const lastIdOf = ({ headers }: IncomingMessage): string | undefined => {
  const given = headers['last-event-id'];
  return typeof given === 'string' && given !== '' ? given.slice(0, 200) : undefined;
};

/** Server-sent events: publishes the live log to the hub and handles the stream paths. */
export const createEventStream = (options: EventStreamOptions) => {
  const { hub, live } = options;
  const stops = [live.subscribe(hub.publish), live.onReset(hub.reset)];
  const timers = [
    setInterval(() => hub.keepAlive(), options.keepaliveMs),
    setInterval(() => hub.keepAlive('admins'), ADMIN_KEEPALIVE_MS),
  ];
  for (const timer of timers) timer.unref();

  const open = async (
    request: IncomingMessage,
    response: ServerResponse,
    channel: Channel,
    headers: Readonly<Record<string, string>>,
  ): Promise<void> => {
    const tooMany = (): void => {
      const more = { ...headers, 'retry-after': retryAfter.streams };
      refuse(request, response, 'too-many-requests', 'Too many open streams.', more);
    };
    // behind an unanswered request of its connection it would wait for the end of that one
    const slot = response.socket && hub.reserve(options.addressOf(request));
    if (!slot) return tooMany();
    response.once('close', slot.release);
    const buffered = bufferEntries(live);
    try {
      const [isWithinLimit, user] = await Promise.all([
        slot.isWithinSharedLimit(),
        options.authenticate(request),
      ]);
      if (!isWithinLimit) return tooMany();
      const { userId } = user;
      if (userId && !(await slot.reserveForUser(userId))) return tooMany();
      if (response.destroyed) return;
      const opening = await readLog(live, lastIdOf(request));
      if (response.destroyed) return;
      // The session ended during authentication: the result is stale, and the browser reconnects.
      const hasEnded = ({ message: { type, id } }: LiveEntry): boolean =>
        type === liveTypes.sessionEnded && id === userId;
      if (buffered.entries.some(hasEnded)) return void response.destroy();
      // the hub closes stalled streams instead of the socket timeout
      request.socket.setTimeout(0);
      hub.open({ user, response, channel, headers, ...withBuffered(opening, buffered) });
    } finally {
      buffered.stop();
    }
  };

  return {
    /** Handles a request for a stream path; returns false for other paths. */
    handle: (request: IncomingMessage, response: ServerResponse): boolean => {
      const [path = '', query] = (request.url ?? '').split('?', 2);
      const channel = request.method === 'GET' ? channelAt(path) : undefined;
      if (!channel) return false;
      const headers = { ...options.headers, 'x-request-id': requestIdOf(request) };
      options.cors(request, response, () => undefined);
      // A token in a URL ends up in histories and logs, so only the cookie authenticates.
      if (query !== undefined && new URLSearchParams(query).has('token'))
        refuse(request, response, 'invalid-token', 'Invalid token', headers);
      else void open(request, response, channel, headers).catch(() => response.destroy());
      return true;
    },
    close: (): void => {
      for (const stop of stops) stop();
      for (const timer of timers) clearInterval(timer);
      hub.close();
    },
  };
};
