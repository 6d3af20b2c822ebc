import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Pipelined requests that may wait on one connection. Browsers send none. */
const MAX_PIPELINED = 8;
const pipelined = new WeakMap<Socket, number>();

/**
 * False when too many pipelined requests wait on the connection: responses would be held in memory faster than the
 * client reads them. Sequential requests are not counted.
 */
export const isWithinPipelineLimit = ({ socket }: IncomingMessage, response: ServerResponse): boolean => {
  // a response has its socket at once when no other response precedes it
  if (response.socket !== null) return true;
  const count = (pipelined.get(socket) ?? 0) + 1;
  pipelined.set(socket, count);
  response.once('socket', () => {
    pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1);
  });
  return count <= MAX_PIPELINED;
};
