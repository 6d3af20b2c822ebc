import type { IncomingMessage } from 'node:http';
import { READ_AFTER_HEADER } from '@satrangi/contracts';
import { hasBody } from '../http/request-body.ts';

/** Headers that a client must not set: the gateway removes them or sets its own values. */
const CLIENT_CLAIM_HEADERS = [
  'x-request-id',
  'x-role',
  'x-internal-secret',
  'x-client-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  READ_AFTER_HEADER,
  'tracestate',
  'baggage',
];

/** Prefix of headers that describe a user (checklist GTW-18). */
const USER_HEADER_PREFIX = 'x-user-';

/** Hop-by-hop headers (RFC 9110, 7.6.1). `expect` is one of them here: the gateway has answered it. */
const HOP_BY_HOP_HEADERS = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
];
/** Response headers of services that clients do not need. */
const INTERNAL_HEADERS = [...HOP_BY_HOP_HEADERS, 'transfer-encoding', 'server', 'x-powered-by'];

export const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

export type ForwardedValues = {
  readonly requestId: string;
  /** W3C trace context of the call of the service. */
  readonly traceparent: string;
  readonly address: string;
  readonly userId: string | null;
  readonly internalSecret: string;
  readonly body: Buffer | null;
  /** The changes that the answer of a read must contain. */
  readonly readAfter: string | undefined;
};

/** Replaces the client's claims with verified values, and removes hop-by-hop headers. */
export const setForwardedHeaders = (
  request: IncomingMessage,
  { requestId, traceparent, address, userId, internalSecret, body, readAfter }: ForwardedValues,
): void => {
  const { headers } = request;
  for (const name of CLIENT_CLAIM_HEADERS) delete headers[name];
  for (const name of Object.keys(headers)) if (name.startsWith(USER_HEADER_PREFIX)) delete headers[name];
  for (const name of HOP_BY_HOP_HEADERS) delete headers[name];
  headers['x-request-id'] = requestId;
  headers.traceparent = traceparent;
  headers['x-client-ip'] = address;
  headers['x-internal-secret'] = internalSecret;
  if (userId) headers['x-user-id'] = userId;
  if (readAfter !== undefined) headers[READ_AFTER_HEADER] = readAfter;
  if (body) {
    delete headers['transfer-encoding'];
    headers['content-length'] = String(body.length);
  } else if (!isRead(request) && !hasBody(request)) headers['content-length'] = '0';
};

export const removeInternalHeaders = ({ headers }: IncomingMessage): void => {
  for (const name of INTERNAL_HEADERS) delete headers[name];
};
