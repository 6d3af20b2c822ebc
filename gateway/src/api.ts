/** Requests to the endpoints of the contracts: route lookup, rate limit, authentication, body, proxy. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint } from '@satrangi/contracts';
import type { Authenticate } from './auth/authenticate.ts';
import { addressKey } from './http/client-address.ts';
import { refusalTexts, refuse } from './http/problem-response.ts';
import { bodyLimitOf, hasBody, isUpload } from './http/request-body.ts';
import { requestIdOf } from './http/request-id.ts';
import { retryAfter } from './http/retry-after.ts';
import { isRead } from './proxy/forwarded-headers.ts';
import type { RefuseRequest } from './proxy/forwarded-request.ts';
import type { createServiceProxy } from './proxy/proxy.ts';
import type { RateLimits } from './rate-limit/rate-limits.ts';
import type { Write } from './response-cache/cache-invalidation.ts';
import type { RecentChanges } from './response-cache/recent-changes.ts';
import { API_BASE, type FoundRoute, type RouteTable } from './routing/route-table.ts';
import type { BodyReader } from './slow-clients/body-reader.ts';
import type { RecordRequest } from './tracing/record-request.ts';

export type ApiOptions = {
  readonly headers: Readonly<Record<string, string>>;
  readonly routes: RouteTable;
  readonly limits: RateLimits;
  readonly addressOf: (request: IncomingMessage) => string | undefined;
  readonly authenticate: Authenticate;
  readonly bodies: BodyReader;
  readonly proxy: ReturnType<typeof createServiceProxy>;
  /** Called when a write may have changed cached responses. */
  readonly onWrite: (write: Write) => void;
  readonly trace: RecordRequest;
  /** Called when a request begins, to record its time. */
  readonly observe: (endpoint: Endpoint, response: ServerResponse) => void;
  readonly changes: Pick<RecentChanges, 'unseenIn' | 'readAfter'>;
  readonly onDefect: (error: unknown, request: IncomingMessage, response: ServerResponse) => void;
};

const bodyRefusals = {
  'too-large': refusalTexts.tooLarge,
  'request-timed-out': refusalTexts.tooSlow,
  unavailable: refusalTexts.unavailable,
} as const;

/**
 * Handles requests to endpoints of the contracts; returns false for all others. It does not use Express, because most
 * requests are proxied only (decision 0022).
 */
export const createApiHandler = (options: ApiOptions) => {
  const { routes, limits, addressOf, authenticate, bodies, proxy } = options;
  const commonHeaders = Object.entries(options.headers);

  const forward = async (
    { route: { service, endpoint }, params }: FoundRoute,
    url: string,
    request: IncomingMessage & { readonly requestId?: string },
    response: ServerResponse,
  ): Promise<void> => {
    const requestId = request.requestId ?? requestIdOf(request);
    const beginCall = options.trace({ service, endpoint }, request, response);
    const address = addressOf(request) ?? '';
    const rate = await limits[endpoint.rate ?? 'normal'].take(addressKey(address));
    const headers = [...commonHeaders, ['x-request-id', requestId] as const, ...rate.headers];
    const refuseRequest: RefuseRequest = (code, detail, more) => {
      for (const [name, value] of headers) response.setHeader(name, value);
      refuse(request, response, code, detail, more);
    };
    if (!rate.isAllowed)
      return refuseRequest('too-many-requests', refusalTexts.tooMany, {
        'retry-after': retryAfter.rateLimit,
      });
    const authentication = await authenticate(endpoint, request);
    if (authentication.refused) return refuseRequest(authentication.refused, authentication.detail);
    if (response.destroyed) return;
    const { userId } = authentication;
    const target = { service, itemId: params.id ?? null };
    const readAfter = isRead(request)
      ? options.changes.readAfter(target, options.changes.unseenIn(request))
      : undefined;
    const onWrite = (changes: readonly string[]): void => options.onWrite({ ...target, endpoint, changes });
    const caller = { userId, requestId, traceparent: beginCall(), address, headers };
    const forwarded = { service, endpoint, url, ...caller, refuseRequest, onWrite, readAfter };
    // only uploads are streamed
    if (isUpload(endpoint) || !hasBody(request))
      return proxy({ ...forwarded, body: null }, request, response);
    const read = await bodies.read(request, response, bodyLimitOf(endpoint));
    if ('aborted' in read) return void response.destroy();
    if ('refused' in read) return refuseRequest(read.refused, bodyRefusals[read.refused]);
    proxy({ ...forwarded, body: read.body }, request, response);
  };

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const url = request.url ?? '';
    if (!url.startsWith(`${API_BASE}/`)) return false;
    const path = url.slice(API_BASE.length);
    const queryStart = path.indexOf('?');
    const found = routes.find(request.method ?? '', queryStart < 0 ? path : path.slice(0, queryStart));
    if (!found) return false;
    options.observe(found.route.endpoint, response);
    forward(found, url, request, response).catch((error: unknown) =>
      options.onDefect(error, request, response),
    );
    return true;
  };
};
