import { connect, type Socket } from 'node:net';

export type RawSocket = {
  readonly socket: Socket;
  /** The bytes received. */
  readonly answer: () => string;
  /** The status of the first response; NaN before it. */
  readonly status: () => number;
  readonly isClosed: () => boolean;
};

/** A raw TCP connection. The client never closes its half, so only the server ends the connection. */
export const openRaw = (url: string, text: string, from = '127.0.0.1'): RawSocket => {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from, allowHalfOpen: true });
  let answer = '';
  let closed = false;
  socket.on('data', (part: Buffer) => {
    answer += part.toString('latin1');
  });
  socket.on('error', () => {});
  // the end of the server's half counts as closed
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

/** Writes `piece` at an interval until the connection closes. */
export const drip = (socket: Socket, piece: string, everyMs: number): void => {
  const timer = setInterval(() => {
    if (socket.destroyed || !socket.writable) clearInterval(timer);
    else socket.write(piece);
  }, everyMs);
  socket.on('close', () => clearInterval(timer));
};
