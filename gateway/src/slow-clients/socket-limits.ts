import type { Server } from 'node:http';
import { addressKey } from '../http/client-address.ts';

export type SocketLimits = {
  /** Connections of one address (IPv6: prefix) at the same time. Null behind a trusted proxy, which opens them all. */
  readonly perAddress: number | null;
  /** Connections in total. */
  readonly total: number;
  /** Idle timeout in ms of a connection whose request is being answered. */
  readonly idleMs: number;
};

/** Limits the number of connections and closes idle ones. */
export const limitSockets = (server: Server, { perAddress, total, idleMs }: SocketLimits): void => {
  server.maxConnections = total;
  // includes bytes that the kernel accepts: a slow reader is not idle
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
