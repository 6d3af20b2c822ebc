import { connect, type Socket } from 'node:net';

export type RawSocket = {
  readonly socket: Socket;
  /** Everything that came back so far. */
  readonly answer: () => string;
  /** The status of the first answer; NaN while there is none. */
  readonly status: () => number;
  readonly isClosed: () => boolean;
};

/**
 * A connection to which a test writes what it wants. The client never closes its own half: what the server does not
 * end stays open.
 */
export const openRaw = (url: string, text: string, from = '127.0.0.1'): RawSocket => {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from, allowHalfOpen: true });
  let answer = '';
  let closed = false;
  socket.on('data', (part: Buffer) => {
    answer += part.toString('latin1');
  });
  socket.on('error', () => {});
  // the end of the server's half is a close for the server, which waits for nothing more
  socket.on('end', () => {
    closed = true;
  });
  socket.on('close', () => {
    closed = true;
  });
  if (text) socket.write(text);
  return {
    socket,
    answer: () => answer,
    status: () => Number(answer.split(' ')[1]),
    isClosed: () => closed,
  };
};

/** Writes one byte at a time until the connection is gone. */
export const drip = (socket: Socket, piece: string, everyMs: number): void => {
  const timer = setInterval(() => {
    if (socket.destroyed || !socket.writable) clearInterval(timer);
    else socket.write(piece);
  }, everyMs);
  socket.on('close', () => clearInterval(timer));
};
