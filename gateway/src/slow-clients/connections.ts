import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from '../http/client-address.ts';
import { hasBody } from '../http/request-body.ts';
import { watchArrival } from './minimum-transfer-rate.ts';

/** The rest of a body that was refused is read at this rate, so that its sender sees the answer; else it is cut. */
const UNWANTED = { bytesPerSecond: 32_000, windowMs: 5_000 };

/** Closes the connection of a request that was answered before its body had come, unless the rest comes quickly. */
export const endUnreadBody = (request: IncomingMessage, response: ServerResponse): void => {
  if (!hasBody(request)) return;
  response.once('finish', () => {
    if (request.complete) return;
    request.resume();
    watchArrival(
      request,
      UNWANTED,
      () => false,
      () => request.socket.destroy(),
    );
  });
};

/** Requests that may wait on a connection for the answers before them. Browsers send none. */
const PIPELINE_MAX = 8;
const waiting = new WeakMap<Socket, number>();

/**
 * False when a connection has more requests waiting than it may: answers would be made, and held, faster than anybody
 * reads them. Costs nothing for connections that ask one thing after the other.
 */
export const mayWait = ({ socket }: IncomingMessage, response: ServerResponse): boolean => {
  // a response has its socket at once when no other one is before it
  if (response.socket !== null) return true;
  const count = (waiting.get(socket) ?? 0) + 1;
  waiting.set(socket, count);
  response.once('socket', () => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
  });
  return count <= PIPELINE_MAX;
};

export type ConnectionLimits = {
  /** Connections of one address (IPv6: prefix) at the same time. Null: they all come from a trusted proxy. */
  readonly perAddress: number | null;
  /** Connections altogether. */
  readonly total: number;
  /** A connection on which nothing moves while a request is answered is closed after this long, in ms. */
  readonly idleMs: number;
};

/** Bounds connections in number and in the time they may do nothing. */
export const limitConnections = (server: Server, { perAddress, total, idleMs }: ConnectionLimits): void => {
  server.maxConnections = total;
  // counts what the kernel takes, too: a visitor who reads slowly is not idle
  server.setTimeout(idleMs);
  if (perAddress === null) return;
  const counts = new Map<string, number>();
  server.on('connection', (socket) => {
    const key = addressKey(socket.remoteAddress);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    socket.once('close', () => {
      const left = (counts.get(key) ?? 1) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    });
    if (count > perAddress) socket.destroy();
  });
};
