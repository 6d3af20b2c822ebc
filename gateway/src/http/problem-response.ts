import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ProblemCode, problemOf } from '@satrangi/contracts';

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

/** Every refusal of the gateway: problem details as JSON, never HTML, never an address or a stack. */
export const refuse: Refuse = (request, response, code, detail, headers = {}) => {
  const problem = problemOf(
    code,
    detail,
    request.requestId ?? String(response.getHeader('x-request-id') ?? ''),
  );
  response.statusCode = problem.status;
  response.setHeader('content-type', 'application/problem+json; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  // whoever was not answered, or not in time, is told when to come again (RFC 9110 §10.2.3)
  if (problem.status === 503 || problem.status === 504) response.setHeader('retry-after', '5');
  // who was too slow, or waited for too long, is not asked on the same connection again
  if (problem.status === 408 || problem.status === 504) response.shouldKeepAlive = false;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(JSON.stringify(problem));
};
