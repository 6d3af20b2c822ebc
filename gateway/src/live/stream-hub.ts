import type { ServerResponse } from 'node:http';
import { compareIds, type LiveEntry } from '@satrangi/chassis';
import { LIVE_KEEPALIVE, LIVE_RESET, type LiveAudience } from '@satrangi/contracts';
import type { Listener } from '../auth/authenticate-stream.ts';
import type { Channel } from './channels.ts';
import { type Seat, seats } from './connection-limit.ts';

/** A reader that does not read is let go when this much waits for it (reliability P24). */
export const STUCK_BYTES = 1024 * 1024;
/** Browsers come back after this long, spread out so that a restart is not a storm. */
const RETRY_MS = 1_000;
const RETRY_SPREAD_MS = 2_000;

export type NewStream = {
  readonly listener: Listener;
  readonly response: ServerResponse;
  readonly channel: Channel;
  /** What it must be told first. */
  readonly missed: readonly LiveEntry[] | 'reset';
  /** The place in the log it has heard everything up to, after `missed`. */
  readonly upTo: string;
};
type Stream = Pick<NewStream, 'listener' | 'response' | 'channel'> & {
  /** Where the log had been read to when it was opened; null once the hub is past it. */
  upTo: string | null;
};

export type Hub = {
  /** A place for one more stream of that address; null when it has enough. */
  readonly admit: (address: string) => Seat | null;
  readonly open: (stream: NewStream) => void;
  readonly tell: (entry: LiveEntry) => void;
  /** Everyone reloads what they show: something may have been missed. */
  readonly reset: () => void;
  readonly keepAlive: () => void;
  readonly count: () => number;
  /** A session ended somewhere: its streams end too. */
  readonly closeUser: (userId: string) => void;
  /** Ends every stream politely; browsers come back to whoever answers then. */
  readonly close: () => void;
};

/** A frame, and the same as one chunk of an HTTP/1.1 answer. */
type Frame = { readonly text: string; readonly chunk: Buffer };
const frameOf = (text: string): Frame => ({
  text,
  chunk: Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`),
});

const frame = (event: string, data: unknown, id?: string): string =>
  `${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
const resetOf = ({ event }: Channel): string => frame(event, { type: LIVE_RESET, id: '' });

const mayHear = ({ userId, role }: Listener, audience: LiveAudience): boolean => {
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

/** Every open event stream of this gateway, and who may hear what. */
export const makeHub = (limits: { readonly perAddress: number; readonly perUser: number }): Hub => {
  const streams = new Set<Stream>();
  const { admit } = seats(limits);
  /** The last message told, whoever could hear it. */
  let lastId: string | undefined;

  const write = ({ response }: Pick<Stream, 'response'>, said: Frame): void => {
    if (response.writableEnded) return;
    if (response.writableLength > STUCK_BYTES) response.destroy();
    // The chunk is made once for all streams: wrapping it again for each is most of what a message costs.
    else if (response.chunkedEncoding && response.socket) response.socket.write(said.chunk);
    else response.write(said.text);
  };

  return {
    admit,
    open: ({ listener, response, channel, missed, upTo }) => {
      const stream: Stream = { listener, response, channel, upTo };
      streams.add(stream);
      response.once('close', () => streams.delete(stream));
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        connection: 'keep-alive',
        'x-accel-buffering': 'no',
      });
      const told =
        missed === 'reset'
          ? [resetOf(channel)]
          : missed
              .filter(({ message, audience }) => channel.carries(message) && mayHear(listener, audience))
              .map(({ id, message }) => frame(channel.event, message, id));
      const retry = RETRY_MS + Math.floor(Math.random() * RETRY_SPREAD_MS);
      // The id stands after what was missed: whoever is cut off in the middle goes on in the middle.
      response.write(`retry: ${retry}\n\n${told.join('')}id: ${upTo}\n\n`);
    },
    tell: (entry) => {
      const { id, message, audience } = entry;
      lastId = id;
      const frames = new Map<Channel, Frame>();
      for (const stream of streams) {
        const { channel, listener } = stream;
        if (stream.upTo !== null) {
          // replayed already: the log was read further for this stream than the hub had come
          if ((compareIds(id, stream.upTo) ?? 1) <= 0) continue;
          stream.upTo = null;
        }
        if (!channel.carries(message) || !mayHear(listener, audience)) continue;
        const said = frames.get(channel) ?? frameOf(frame(channel.event, message, id));
        frames.set(channel, said);
        write(stream, said);
      }
    },
    reset: () => {
      for (const stream of streams) {
        stream.upTo = null;
        write(stream, frameOf(resetOf(stream.channel)));
      }
    },
    keepAlive: () => {
      // With the place in the log: who hears little need not be replayed what was for others.
      const placed = frameOf(frame(LIVE_KEEPALIVE, {}, lastId));
      const bare = frameOf(frame(LIVE_KEEPALIVE, {}));
      for (const stream of streams) write(stream, stream.upTo === null ? placed : bare);
    },
    count: () => streams.size,
    closeUser: (userId) => {
      for (const { listener, response } of streams) if (listener.userId === userId) response.end();
    },
    close: () => {
      for (const { response } of streams) response.end();
    },
  };
};
