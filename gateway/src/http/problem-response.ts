import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ProblemCode, problemOf } from '@satrangi/contracts';
import { retryAfter } from './retry-after.ts';

export const refusalTexts = {
  unavailable: 'This part of the site is not available right now. Please try again soon.',
  tooMany: 'Too many requests. Try again later.',
  notFound: 'Not found',
  tooManyAtOnce: 'Too many requests at the same time. Try again in a moment.',
  tooLarge: 'Too large',
  tooSlow: 'The request took too long to arrive. Please try again.',
  notAllowed: 'That method is not offered here',
} as const;

export type Refuse = (
  request: IncomingMessage & { readonly requestId?: string },
  response: ServerResponse,
  code: ProblemCode,
  detail: string,
  headers?: Readonly<Record<string, string>>,
) => void;

/** Sends a refusal as problem details (RFC 9457): never HTML, an internal address or a stack trace. */
export const refuse: Refuse = (request, response, code, detail, headers = {}) => {
  const problem = problemOf(
    code,
    detail,
    request.requestId ?? headers['x-request-id'] ?? String(response.getHeader('x-request-id') ?? ''),
  );
  response.statusCode = problem.status;
  response.setHeader('content-type', 'application/problem+json; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  if (problem.status === 503 || problem.status === 504)
    response.setHeader('retry-after', retryAfter.unavailable);
  // after a timeout the connection is closed
  if (problem.status === 408 || problem.status === 504) response.shouldKeepAlive = false;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(JSON.stringify(problem));
};
