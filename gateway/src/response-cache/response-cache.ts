import type { IncomingMessage, ServerResponse } from 'node:http';
import { nextTraceparent } from '@satrangi/chassis/without-store';
import { acceptsBrotli } from '../http/accepts-brotli.ts';
import { refusalTexts } from '../http/problem-response.ts';
import type { FoundRoute, RouteTable } from '../routing/route-table.ts';
import type { RecordRequest } from '../tracing/record-request.ts';
import { createLateCompression } from './brotli.ts';
import { createCacheBypass } from './cache-bypass.ts';
import { createCacheKeys } from './cache-key.ts';
import type { CachedResponse } from './cached-response.ts';
import { createResponseFetcher, type FetchOptions } from './fetch-response.ts';
import type { RecentChanges } from './recent-changes.ts';
import { createSender } from './send-response.ts';

export type ResponseCacheOptions = FetchOptions & {
  readonly changes: Pick<RecentChanges, 'unseenIn' | 'readAfter'>;
  readonly routes: RouteTable;
  readonly headers: Readonly<Record<string, string>>;
  /** Rate and concurrency limit for cache misses. */
  readonly allow: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Rate limit for cache misses of `read`. */
  readonly allowRead: (request: IncomingMessage) => boolean;
  /** Called for each cache miss, to record its spans. */
  readonly trace: RecordRequest;
};

export type ResponseCache = {
  /**
   * Serves cacheable public reads before any other handler. A hit is sent from memory; concurrent misses of one key
   * share one request to the service. Returns false when the request is not cacheable.
   */
  readonly serve: (request: IncomingMessage, response: ServerResponse) => boolean;
  /**
   * Reads a cacheable public endpoint for the gateway's own use. @param url below `/api`
   * @param request counts against the rate limit of its client
   * @returns null when the service is unavailable, or the client has exceeded its limit
   */
  readonly read: (url: string, request: IncomingMessage) => Promise<CachedResponse | null>;
  /** Reads of cacheable endpoints since the start, with and without a kept answer. */
  readonly reads: () => { readonly hits: number; readonly misses: number };
};

/** Caches public reads in memory; see ResponseCache. */
export const createResponseCache = (options: ResponseCacheOptions): ResponseCache => {
  const { cache, changes } = options;
  const keyOf = createCacheKeys(options.routes);
  const bypassesCache = createCacheBypass(options.routes);
  const compressCached = createLateCompression(cache);
  const { send, refuse } = createSender(options.headers);
  const fetchShared = createResponseFetcher(options);

  const findCacheable = (path: string): FoundRoute | undefined => {
    const queryStart = path.indexOf('?');
    const found = options.routes.find('GET', queryStart < 0 ? path : path.slice(0, queryStart));
    return found?.route.endpoint.invalidatedBy ? found : undefined;
  };

  let hits = 0;
  let misses = 0;

  const serve = (request: IncomingMessage, response: ServerResponse): boolean => {
    const url = request.url ?? '/';
    // Browsers send an origin with reads of other sites only: CORS decides about these elsewhere.
    if (request.headers.origin !== undefined) return false;
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !url.startsWith('/api/')) return false;
    const asked = keyOf(url);
    const { key, path } = asked;
    if (bypassesCache(request, path)) return false;
    const unseen = changes.unseenIn(request);
    const cached = unseen.length === 0 ? cache.get(key) : undefined;
    if (cached) {
      hits += 1;
      send(request, response, cached);
      if (acceptsBrotli(request.headers['accept-encoding'])) compressCached(key, cached);
      return true;
    }
    const found = findCacheable(path);
    if (!found) return false;
    misses += 1;
    if (!options.allow(request, response)) {
      refuse(request, response, 'too-many-requests', refusalTexts.tooMany);
      return true;
    }
    if (options.breaker(options.targets[found.route.service]).isOpen()) {
      refuse(request, response, 'unavailable', refusalTexts.unavailable);
      return true;
    }
    const traceparent = options.trace(found.route, request, response)();
    fetchShared({ asked, found, request, traceparent, unseen }).then(
      (answer) => send(request, response, answer),
      () => refuse(request, response, 'unavailable', refusalTexts.unavailable),
    );
    return true;
  };

  const read = async (url: string, request: IncomingMessage): Promise<CachedResponse | null> => {
    const asked = keyOf(url);
    const cached = cache.get(asked.key);
    if (cached) return cached;
    const found = findCacheable(asked.path);
    if (!found || !options.allowRead(request)) return null;
    if (options.breaker(options.targets[found.route.service]).isOpen()) return null;
    const traceparent = nextTraceparent(request.headers.traceparent);
    return fetchShared({ asked, found, request, traceparent, unseen: [] }).catch(() => null);
  };

  return { serve, read, reads: () => ({ hits, misses }) };
};
