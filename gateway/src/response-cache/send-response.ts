import type { IncomingMessage, ServerResponse } from 'node:http';
import { problemOf } from '@satrangi/contracts';
import { acceptsBrotli } from '../http/accepts-brotli.ts';
import { requestIdOf } from '../http/request-id.ts';
import { retryAfter } from '../http/retry-after.ts';
import type { CachedResponse } from './cached-response.ts';

/**
 * Sends cached responses and refusals without Express: with one list of headers for each response.
 * @param headers of every response of the gateway
 */
export const createSender = (headers: Readonly<Record<string, string>>) => {
  const commonHeaders = Object.entries(headers).flat();

  const send = (request: IncomingMessage, response: ServerResponse, answer: CachedResponse): void => {
    const isProblem = answer.status >= 400;
    const head = [
      ...commonHeaders,
      'content-type',
      isProblem ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8',
      'cache-control',
      isProblem ? 'no-store' : 'no-cache',
      'vary',
      'accept-encoding',
      'x-request-id',
      isProblem ? answer.requestId : requestIdOf(request),
    ];
    if (!isProblem) head.push('etag', answer.etag);
    if (answer.status === 503) head.push('retry-after', retryAfter.unavailable);
    if (!isProblem && request.headers['if-none-match'] === answer.etag) {
      response.writeHead(304, head).end();
      return;
    }
    const isBrotli = answer.brotli.length > 0 && acceptsBrotli(request.headers['accept-encoding']);
    const body = isBrotli ? answer.brotli : answer.body;
    if (isBrotli) head.push('content-encoding', 'br');
    head.push('content-length', String(body.length));
    response.writeHead(answer.status, head);
    response.end(request.method === 'HEAD' ? undefined : body);
  };

  const refuse = (
    request: IncomingMessage,
    response: ServerResponse,
    code: 'unavailable' | 'timed-out' | 'too-many-requests',
    detail: string,
  ) => {
    const requestId = requestIdOf(request);
    const problem = problemOf(code, detail, requestId);
    response.writeHead(problem.status, [
      ...commonHeaders,
      'content-type',
      'application/problem+json; charset=utf-8',
      'cache-control',
      'no-store',
      'retry-after',
      code === 'too-many-requests' ? retryAfter.rateLimit : retryAfter.unavailable,
      'x-request-id',
      requestId,
    ]);
    response.end(JSON.stringify(problem));
  };

  return { send, refuse };
};
