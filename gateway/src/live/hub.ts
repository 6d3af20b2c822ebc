import type { ServerResponse } from 'node:http';
import {
  LIVE_KEEPALIVE,
  LIVE_RESET,
  type LiveAudience,
  type LiveMessage,
  type Role,
} from '@satrangi/contracts';

export type Listener = { readonly userId: string | null; readonly role: Role | null };
export type LoggedMessage = {
  readonly id: string;
  readonly message: LiveMessage;
  readonly audience: LiveAudience;
};

/** A reader that does not read is let go when this much waits for it (reliability P24). */
export const STUCK_BYTES = 1024 * 1024;
/** Browsers come back after this long, spread out so that a restart is not a storm. */
const RETRY_MS = 1_000;
const RETRY_SPREAD_MS = 2_000;

type Stream = { readonly listener: Listener; readonly response: ServerResponse; readonly address: string };

export type Hub = {
  /** Opens a stream; `missed` is what it must be told first. Returns false when this address or user has too many. */
  readonly open: (
    listener: Listener,
    address: string,
    response: ServerResponse,
    missed: readonly LoggedMessage[] | 'reset',
  ) => boolean;
  readonly tell: (logged: LoggedMessage) => void;
  /** Everyone reloads what they show: something may have been missed. */
  readonly reset: () => void;
  readonly keepAlive: () => void;
  readonly count: () => number;
  /** A session ended somewhere: its streams end too. */
  readonly closeUser: (userId: string) => void;
  /** Ends every stream politely; browsers come back to whoever answers then. */
  readonly close: () => void;
};

const frame = (event: string, data: unknown, id?: string): string =>
  `${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

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
  const perKey = new Map<string, number>();
  const bump = (key: string, by: number): void => {
    const next = (perKey.get(key) ?? 0) + by;
    if (next > 0) perKey.set(key, next);
    else perKey.delete(key);
  };

  const write = (stream: Stream, text: string): void => {
    if (stream.response.writableEnded) return;
    if (stream.response.writableLength > STUCK_BYTES) stream.response.destroy();
    else stream.response.write(text);
  };

  return {
    open: (listener, address, response, missed) => {
      const keys = [`address:${address}`, ...(listener.userId ? [`user:${listener.userId}`] : [])];
      if ((perKey.get(`address:${address}`) ?? 0) >= limits.perAddress) return false;
      if (listener.userId && (perKey.get(`user:${listener.userId}`) ?? 0) >= limits.perUser) return false;
      const stream: Stream = { listener, response, address };
      streams.add(stream);
      for (const key of keys) bump(key, 1);
      response.once('close', () => {
        streams.delete(stream);
        for (const key of keys) bump(key, -1);
      });
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        connection: 'keep-alive',
        'x-accel-buffering': 'no',
      });
      response.write(`retry: ${RETRY_MS + Math.floor(Math.random() * RETRY_SPREAD_MS)}\n\n`);
      if (missed === 'reset') write(stream, frame('update', { type: LIVE_RESET, id: '' }));
      else
        for (const { id, message, audience } of missed)
          if (mayHear(listener, audience)) write(stream, frame('update', message, id));
      return true;
    },
    tell: ({ id, message, audience }) => {
      const text = frame('update', message, id);
      for (const stream of streams) if (mayHear(stream.listener, audience)) write(stream, text);
    },
    reset: () => {
      for (const stream of streams) write(stream, frame('update', { type: LIVE_RESET, id: '' }));
    },
    keepAlive: () => {
      for (const stream of streams) write(stream, frame(LIVE_KEEPALIVE, {}));
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
