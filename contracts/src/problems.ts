import { z } from 'zod';

/** Every problem code of the platform. A released `title` never changes; `detail` is for people. */
export const problems = {
  'validation-failed': { status: 400, title: 'The request is not valid' },
  'invalid-signature': { status: 401, title: 'The signature is not valid' },
  'not-authenticated': { status: 401, title: 'Sign in first' },
  'invalid-token': { status: 401, title: 'The token is not valid' },
  'login-failed': { status: 401, title: 'Login failed' },
  'not-allowed': { status: 403, title: 'This account may not do that' },
  'second-admin-required': { status: 403, title: 'Another admin is required' },
  'purchase-required': { status: 403, title: 'Purchase required' },
  'document-no-access': { status: 403, title: 'The document is not shared' },
  'document-not-found': { status: 404, title: 'No such document' },
  'not-found': { status: 404, title: 'Nothing here' },
  'method-not-allowed': { status: 405, title: 'That method is not offered here' },
  'request-timed-out': { status: 408, title: 'The request took too long to arrive' },
  'already-used': { status: 409, title: 'Already in use' },
  'already-owned': { status: 409, title: 'Already owned' },
  'price-not-available': { status: 409, title: 'Price not available' },
  'price-changed': { status: 409, title: 'The price is another one' },
  'featured-full': { status: 409, title: 'Too many featured' },
  'version-conflict': { status: 409, title: 'Changed by someone else' },
  'still-running': { status: 409, title: 'The same request is still running' },
  'payment-not-complete': { status: 409, title: 'The payment is not complete' },
  'may-out-readers': { status: 409, title: 'May tell others something about a reader' },
  'too-late': { status: 409, title: 'That is no longer possible' },
  'event-closed': { status: 409, title: 'The event does not take that now' },
  'fee-mismatch': { status: 409, title: 'The fee does not match the payment' },
  'unknown-payment': { status: 409, title: 'That payment is not known' },
  'last-admin': { status: 409, title: 'At least one admin is required' },
  'too-long-ago': { status: 410, title: 'That is over' },
  'too-large': { status: 413, title: 'Too large' },
  'unsupported-media-type': { status: 415, title: 'That content type is not accepted' },
  'headers-too-large': { status: 431, title: 'The headers are too large' },
  'range-not-satisfiable': { status: 416, title: 'That range does not exist' },
  'idempotency-mismatch': { status: 422, title: 'The same key came with another request' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  unexpected: { status: 500, title: 'Something went wrong' },
  'provider-failed': { status: 502, title: 'The payment provider did not answer' },
  unavailable: { status: 503, title: 'Not available right now' },
  'timed-out': { status: 504, title: 'No answer in time' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

/** RFC 9457 problem details, plus the field names of older clients. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
  requestId: z.string(),
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).default([]),
  /** `success`, `ok`, and `message` and `error`, which repeat `detail`, are for older clients (checklist PUB-02, CMS-22). */
  success: z.literal(false),
  ok: z.literal(false),
  message: z.string(),
  error: z.string(),
  /** Values a page needs to continue (current price, seconds to wait); never personal data. */
  data: z.record(z.string(), z.unknown()).optional(),
  /** Copied from `data` when a payment did not start, for older clients (checklist PAY-02). */
  provider: z.string().optional(),
  stripeError: z.string().optional(),
});
export type Problem = z.infer<typeof Problem>;

const paymentNames = z.object({ provider: z.string().optional(), stripeError: z.string().optional() });

/** Creates the response body of a problem, for gateway and services. */
export const problemOf = (
  code: ProblemCode,
  detail: string,
  requestId: string,
  more: { readonly errors?: Problem['errors']; readonly data?: Problem['data'] } = {},
): Problem => ({
  type: `/problems/${code}`,
  ...problems[code],
  detail,
  code,
  requestId,
  errors: more.errors ?? [],
  success: false,
  ok: false,
  message: detail,
  error: detail,
  ...(more.data ? { data: more.data, ...paymentNames.safeParse(more.data).data } : {}),
});
