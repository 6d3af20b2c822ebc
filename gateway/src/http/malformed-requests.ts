import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ProblemCode, problemOf, problems } from '@satrangi/contracts';
import { requestIdOf } from './request-id.ts';

const OFFERED = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** False for methods nobody offers anywhere, TRACE among them: it would repeat headers to whoever reads the answer. */
export const isOffered = ({ method }: IncomingMessage): boolean => OFFERED.has(method ?? '');

const CLOSE_AFTER_MS = 1_000;

const problemOfBroken: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timed-out',
};

/** Requests that are not HTTP, or could be read in two ways, never reach a handler: their answers are written here. */
export const answerBrokenRequests = (server: Server, headers: Readonly<Record<string, string>>): void => {
  const answering = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answering.set(request.socket, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const before = answering.get(socket);
    const isMidAnswer = before?.headersSent === true && !before.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable || isMidAnswer) return void socket.destroy();
    const code = problemOfBroken[error.code ?? ''] ?? 'validation-failed';
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
    // the other side need not close its half; a moment, so that it can read the answer
    setTimeout(() => socket.destroy(), CLOSE_AFTER_MS).unref();
  });
};
