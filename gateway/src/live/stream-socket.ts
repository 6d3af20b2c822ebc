import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A stream is closed when more than this is buffered for it (reliability P24). */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/** A text, and its encoding as one chunk of an HTTP/1.1 response. */
export type Frame = { readonly text: string; readonly chunk: Buffer };

const chunkOf = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

/** Encoded once for all streams: encoding it for each is most of the cost of a message. */
export const frameOf = (text: string): Frame => ({ text, chunk: Buffer.from(chunkOf(text)) });

/** The socket of an open stream. */
export type StreamSocket = {
  readonly socket: Socket;
  /** False for HTTP/1.0, where the body ends with the connection. */
  readonly isChunked: boolean;
};

export const writeFrame = ({ socket, isChunked }: StreamSocket, { text, chunk }: Frame): void => {
  if (socket.writableEnded) return;
  if (socket.writableLength > MAX_BUFFERED_BYTES) socket.destroy();
  else socket.write(isChunked ? chunk : text);
};

/** Ends the body and the connection. */
export const endStream = ({ socket, isChunked }: StreamSocket): void =>
  void socket.end(isChunked ? '0\r\n\r\n' : '');

/**
 * Writes the head with the headers of the response, and a first text, to the socket itself. Node would keep all pieces of a head that it
 * has written as long as the response is open, as much memory as the rest of a stream, and with them the headers of the request.
 * @returns null when the connection is closed
 */
export const startStream = (
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  text: string,
): StreamSocket | null => {
  const { socket, req } = response;
  if (!socket) return null;
  const isChunked = req.httpVersion !== '1.0';
  const all = {
    ...response.getHeaders(),
    ...headers,
    date: new Date().toUTCString(),
    ...(isChunked ? { connection: 'keep-alive', 'transfer-encoding': 'chunked' } : { connection: 'close' }),
  };
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  req.headers = {};
  req.rawHeaders = [];
  const lines = Object.entries(all).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${one}\r\n`),
  );
  socket.write(`HTTP/1.1 200 OK\r\n${lines.join('')}\r\n${isChunked ? chunkOf(text) : text}`);
  return { socket, isChunked };
};
