import type { ServerResponse } from 'node:http';
import { compareIds, type LiveEntry } from '@satrangi/chassis/without-store';
import {
  ADMIN_KEEPALIVE_MS,
  coalescedLiveTypes,
  LIVE_COALESCE_MS,
  LIVE_KEEPALIVE,
  LIVE_RESET,
  type LiveAudience,
} from '@satrangi/contracts';
import type { StreamUser } from '../auth/authenticate-stream.ts';
import type { Channel } from './channels.ts';
import { createCoalescer } from './coalescer.ts';
import { type ConnectionSlot, createConnectionLimit } from './connection-limit.ts';
import {
  endStream,
  type Frame,
  frameOf,
  type StreamSocket,
  startStream,
  writeFrame,
} from './stream-socket.ts';

/** Reconnect delay of browsers, with jitter against a reconnect storm after a restart. */
const RETRY_MS = 1_000;
const RETRY_JITTER_MS = 2_000;

export type NewStream = {
  readonly user: StreamUser;
  readonly response: ServerResponse;
  readonly channel: Channel;
  /** Of the head, with those of the response. */
  readonly headers: Readonly<Record<string, string>>;
  /** Entries to send first. */
  readonly missed: readonly LiveEntry[] | 'reset';
  /** The log id up to which the stream is complete after `missed`. */
  readonly upTo: string;
};
type Stream = Pick<NewStream, 'user' | 'channel'> &
  StreamSocket & {
    /** The log id at opening; null once the hub has passed it. */
    upTo: string | null;
  };

export type StreamHub = {
  /** Reserves a slot for one more stream of the address; null when the address has reached the limit. */
  readonly reserve: (address: string) => ConnectionSlot | null;
  readonly open: (stream: NewStream) => void;
  readonly publish: (entry: LiveEntry) => void;
  /** Sends a reset to every stream: clients reload, because messages may be lost. */
  readonly reset: () => void;
  /** Sends a keepalive to every stream, or to those of admins. */
  readonly keepAlive: (to?: 'everyone' | 'admins') => void;
  readonly count: () => number;
  /** Ends the streams of a user whose session ended. */
  readonly closeUser: (userId: string) => void;
  /** Ends every stream; browsers reconnect. */
  readonly close: () => void;
};

const frame = (event: string, data: unknown, id?: string): string =>
  `${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
/** Tells an admin's page how often a keepalive is due, so that its lamp is off within five seconds (checklist ADM-48). */
const adminKeepalive = frame(LIVE_KEEPALIVE, { everyMs: ADMIN_KEEPALIVE_MS });
const resetOf = ({ event }: Channel): string => frame(event, { type: LIVE_RESET, id: '' });

const canReceive = ({ userId, role }: StreamUser, audience: LiveAudience): boolean => {
  switch (audience.to) {
    case 'everyone':
      return true;
    case 'user':
      return userId !== null && userId === audience.userId;
    case 'admins':
      return role === 'ADMIN';
    case 'internal':
      return false;
  }
};

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

const isCoalesced = ({ message, audience }: LiveEntry): boolean =>
  audience.to === 'everyone' && coalescedLiveTypes.includes(message.type);

/** The first text of a stream: the reconnect delay and the entries that it has missed. */
const openingOf = ({ user, channel, missed, upTo }: NewStream): string => {
  const frames =
    missed === 'reset'
      ? [resetOf(channel)]
      : missed
          .filter(({ message, audience }) => channel.carries(message) && canReceive(user, audience))
          .map(({ id, message }) => frame(channel.event, message, id));
  const retry = RETRY_MS + Math.floor(Math.random() * RETRY_JITTER_MS);
  // The id follows the missed entries, so that an interrupted replay resumes where it stopped.
  const keepalive = user.role === 'ADMIN' ? adminKeepalive : '';
  return `retry: ${retry}\n\n${keepalive}${frames.join('')}id: ${upTo}\n\n`;
};

/** All open event streams of this process. Sends each message to the streams that may receive it. */
export const createStreamHub = (options: Parameters<typeof createConnectionLimit>[0]): StreamHub => {
  const streams = new Set<Stream>();
  const connections = createConnectionLimit(options);
  /** The id of the last published entry. */
  let lastId: string | undefined;
  let isClosed = false;

  const send = ({ id, message, audience }: LiveEntry, reaches: (channel: Channel) => boolean): void => {
    const frames = new Map<Channel, Frame>();
    for (const stream of streams) {
      const { channel, user } = stream;
      if (stream.upTo !== null) {
        // already replayed: this stream read the log further than the hub
        if ((compareIds(id, stream.upTo) ?? 1) <= 0) continue;
        stream.upTo = null;
      }
      if (!reaches(channel) || !channel.carries(message) || !canReceive(user, audience)) continue;
      // an id would confirm what is still held: a stream that breaks off now has to replay it
      const shownId = channel.coalesces && coalescer.isHolding() ? undefined : id;
      const encoded = frames.get(channel) ?? frameOf(frame(channel.event, message, shownId));
      frames.set(channel, encoded);
      writeFrame(stream, encoded);
    }
  };
  const coalescer = createCoalescer(LIVE_COALESCE_MS, (message) => {
    if (lastId !== undefined)
      send({ id: lastId, message, audience: { to: 'everyone' } }, ({ coalesces }) => coalesces);
  });

  return {
    reserve: connections.reserve,
    open: (opened) => {
      const { user, response, channel, headers, upTo } = opened;
      // a stream that began to open before the stop: the browser connects to another gateway
      const started = isClosed
        ? null
        : startStream(response, { ...headers, ...streamHeaders }, openingOf(opened));
      if (!started) return void response.destroy();
      const stream: Stream = { ...started, user, channel, upTo };
      streams.add(stream);
      response.once('close', () => streams.delete(stream));
    },
    publish: (entry) => {
      lastId = entry.id;
      const isHeld = isCoalesced(entry) && coalescer.holds(entry.message);
      send(entry, ({ coalesces }) => !(coalesces && isHeld));
    },
    reset: () => {
      coalescer.clear();
      for (const stream of streams) {
        stream.upTo = null;
        writeFrame(stream, frameOf(resetOf(stream.channel)));
      }
    },
    keepAlive: (to = 'everyone') => {
      // Carries the log id, so that a quiet stream does not replay entries for others.
      const withId = frameOf(frame(LIVE_KEEPALIVE, {}, lastId));
      const withoutId = frameOf(frame(LIVE_KEEPALIVE, {}));
      for (const stream of streams) {
        if (to === 'admins' && stream.user.role !== 'ADMIN') continue;
        const isComplete = stream.upTo === null && !(stream.channel.coalesces && coalescer.isHolding());
        writeFrame(stream, isComplete ? withId : withoutId);
      }
    },
    count: () => streams.size,
    closeUser: (userId) => {
      for (const stream of streams) if (stream.user.userId === userId) endStream(stream);
    },
    close: () => {
      isClosed = true;
      coalescer.clear();
      connections.close();
      for (const stream of streams) endStream(stream);
    },
  };
};
