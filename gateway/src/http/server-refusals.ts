import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '@satrangi/chassis/without-store';
import { problems } from '@satrangi/contracts';
import { refusalTexts, refuse } from './problem-response.ts';
import { requestIdOf } from './request-id.ts';
import { retryAfter } from './retry-after.ts';

/**
 * Refusals of requests that no handler has answered.
 * @param headers of every response of the gateway
 */
export const createServerRefusals = (headers: Readonly<Record<string, string>>, log: Logger) => {
  const setHeaders = (response: ServerResponse): void => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  };
  return {
    /** Logs a defect and answers with one calm sentence, or ends a response that has begun. */
    onDefect: (error: unknown, request: IncomingMessage, response: ServerResponse): void => {
      if (response.headersSent) return void response.destroy();
      const requestId = response.getHeader('x-request-id') ?? requestIdOf(request);
      log.error({ err: error, requestId }, 'request failed');
      setHeaders(response);
      response.setHeader('x-request-id', requestId);
      refuse(request, response, 'unexpected', problems.unexpected.title);
    },
    refuseConcurrent: (request: IncomingMessage, response: ServerResponse): void => {
      setHeaders(response);
      response.setHeader('x-request-id', requestIdOf(request));
      refuse(request, response, 'too-many-requests', refusalTexts.tooManyAtOnce, {
        'retry-after': retryAfter.concurrency,
      });
    },
  };
};
