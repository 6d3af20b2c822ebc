/** Contracts' routes: found, counted, let in or refused, passed on. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { entryOf } from './auth/authenticate.ts';
import { addressKey } from './http/client-address.ts';
import { refusalTexts, refuse } from './http/problem-response.ts';
import { bodyLimitOf, hasBody } from './http/request-body.ts';
import { requestIdOf } from './http/request-id.ts';
import type { RefuseIt, serviceProxy } from './proxy/proxy.ts';
import { type Limits, RETRY_AFTER } from './rate-limit/rate-limits.ts';
import type { Write } from './response-cache/cache-invalidation.ts';
import type { FoundRoute, RouteTable } from './routing/route-table.ts';
import type { BodyReader } from './slow-clients/body-reader.ts';

export type ApiOptions = {
  readonly headers: Readonly<Record<string, string>>;
  readonly routes: RouteTable;
  readonly limits: Limits;
  readonly addressOf: (request: IncomingMessage) => string | undefined;
  readonly entryOf: ReturnType<typeof entryOf>;
  readonly bodies: BodyReader;
  readonly proxy: ReturnType<typeof serviceProxy>;
  /** A write went through: what is kept may be old now. */
  readonly onWrite: (write: Write) => void;
  readonly onDefect: (error: unknown, request: IncomingMessage, response: ServerResponse) => void;
};

const BASE = '/api';

const unread = {
  'too-large': refusalTexts.tooLarge,
  'request-timed-out': refusalTexts.tooSlow,
  unavailable: refusalTexts.unavailable,
} as const;

/**
 * Returns false when no contract names the request. Needs nothing of Express: what is proxied is most of what comes, and
 * goes through here alone, unless a page of another site asks.
 */
export const answerApi = (options: ApiOptions) => {
  const { routes, limits, addressOf, entryOf, bodies, proxy } = options;
  const everywhere = Object.entries(options.headers);

  const pass = async (
    { route: { service, endpoint }, params }: FoundRoute,
    url: string,
    request: IncomingMessage & { readonly requestId?: string },
    response: ServerResponse,
  ): Promise<void> => {
    const requestId = request.requestId ?? requestIdOf(request);
    const address = addressOf(request) ?? '';
    const taken = await limits[endpoint.rate ?? 'normal'].take(addressKey(address));
    const headers = [...everywhere, ['x-request-id', requestId] as const, ...taken.headers];
    const refuseIt: RefuseIt = (code, detail, more) => {
      for (const [name, value] of headers) response.setHeader(name, value);
      refuse(request, response, code, detail, more);
    };
    if (!taken.isAllowed) return refuseIt('too-many-requests', refusalTexts.tooMany, RETRY_AFTER);
    const entry = await entryOf(endpoint, request);
    if (entry.refused) return refuseIt(entry.refused, entry.detail);
    if (response.destroyed) return;
    const { userId } = entry;
    const written = (): void => options.onWrite({ service, endpoint, itemId: params.id ?? null });
    const journey = { service, endpoint, url, userId, requestId, address, headers, refuseIt, written };
    // only uploads are passed on while they arrive
    if (endpoint.kind === 'upload' || !hasBody(request))
      return proxy({ ...journey, body: null }, request, response);
    const read = await bodies.read(request, response, bodyLimitOf(endpoint));
    if ('left' in read) return void response.destroy();
    if ('refused' in read) return refuseIt(read.refused, unread[read.refused]);
    proxy({ ...journey, body: read.body }, request, response);
  };

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const url = request.url ?? '';
    if (!url.startsWith(`${BASE}/`)) return false;
    const path = url.slice(BASE.length);
    const mark = path.indexOf('?');
    const found = routes.find(request.method ?? '', mark < 0 ? path : path.slice(0, mark));
    if (!found) return false;
    pass(found, url, request, response).catch((error: unknown) => options.onDefect(error, request, response));
    return true;
  };
};
