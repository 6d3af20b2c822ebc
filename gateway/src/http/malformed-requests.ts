import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ProblemCode, problemOf, problems } from '@satrangi/contracts';
import { requestIdOf } from './request-id.ts';

const SUPPORTED_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** False for methods that no route supports. TRACE is one of them, because it echoes request headers. */
export const isSupportedMethod = ({ method }: IncomingMessage): boolean =>
  SUPPORTED_METHODS.has(method ?? '');

const CLOSE_AFTER_MS = 1_000;

const problemCodes: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timed-out',
};

/** Answers malformed and ambiguous requests, which never reach a handler, with a problem and a closed connection. */
export const handleMalformedRequests = (server: Server, headers: Readonly<Record<string, string>>): void => {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    responses.set(request.socket, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const previous = responses.get(socket);
    const isMidResponse = previous?.headersSent === true && !previous.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable || isMidResponse) return void socket.destroy();
    const code = problemCodes[error.code ?? ''] ?? 'validation-failed';
    const requestId = requestIdOf({ headers: {} });
    const body = JSON.stringify(problemOf(code, problems[code].title, requestId));
    const lines = [
      `HTTP/1.1 ${problems[code].status} ${problems[code].title}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'content-type: application/problem+json; charset=utf-8',
      'cache-control: no-store',
      `x-request-id: ${requestId}`,
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ];
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
    // the client may leave its half open; the delay lets it read the response
    setTimeout(() => socket.destroy(), CLOSE_AFTER_MS).unref();
  });
};
