import { createHash } from 'node:crypto';
import type { Agent, IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { nextTraceparent } from '@satrangi/chassis';
import { CHANGES_HEADER, problemOf, READ_AFTER_HEADER, type ServiceName } from '@satrangi/contracts';
import { acceptsBrotli } from '../http/accepts-brotli.ts';
import { refusalTexts } from '../http/problem-response.ts';
import { requestIdOf } from '../http/request-id.ts';
import { retryAfter } from '../http/retry-after.ts';
import type { FoundRoute, RouteTable } from '../routing/route-table.ts';
import type { RecordRequest } from '../tracing/record-request.ts';
import { fetchFromService } from '../upstream/fetch-service.ts';
import { createCacheBypass } from './cache-bypass.ts';
import { type CacheKey, createCacheKeys } from './cache-key.ts';
import type { CachedResponse, CacheStore } from './cache-store.ts';
import { detachedString, sizedResponse } from './cached-response.ts';
import type { RecentChanges } from './recent-changes.ts';

const compress = promisify(brotliCompress);

export type ResponseCacheOptions = {
  readonly cache: CacheStore;
  readonly changes: Pick<RecentChanges, 'unseenIn' | 'readAfter'>;
  readonly routes: RouteTable;
  readonly targets: Readonly<Record<ServiceName, string>>;
  readonly agent: Agent;
  readonly headers: Readonly<Record<string, string>>;
  readonly ttlMs: number;
  readonly timeoutMs: number;
  readonly now: () => number;
  /** Rate and concurrency limit for cache misses. */
  readonly allow: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Rate limit for cache misses of `read`. */
  readonly allowRead: (request: IncomingMessage) => boolean;
  /** Called for each cache miss, to record its spans. */
  readonly trace: RecordRequest;
  readonly breaker: (target: string) => {
    readonly isOpen: () => boolean;
    readonly record: (succeeded: boolean) => void;
  };
};

/** Bytes. Smaller bodies fit into one packet without compression. */
const MIN_COMPRESSED_BYTES = 2_048;
const compressBrotli = (body: Buffer): Promise<Buffer> =>
  compress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

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
  const { cache, changes, agent } = options;
  const pending = new Map<string, Promise<CachedResponse>>();
  /** The trace context of the call of each miss. */
  const traced = new WeakMap<IncomingMessage, string>();
  const keyOf = createCacheKeys(options.routes);
  const bypassesCache = createCacheBypass(options.routes);
  const compressed = new WeakSet<CachedResponse>();
  const commonHeaders = Object.entries(options.headers).flat();

  /** Compresses a response that was first requested without Brotli, for later requests. */
  const compressCached = (key: string, answer: CachedResponse): void => {
    if (answer.brotli.length > 0 || compressed.has(answer)) return;
    compressed.add(answer);
    void compressBrotli(answer.body).then((brotli) => {
      if (cache.get(key) === answer)
        cache.put(key, sizedResponse(key, { ...answer, brotli }), cache.version());
    });
  };

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

  const fetchAndStore = async (
    { key, path, isFreeText }: CacheKey,
    { route: { service, endpoint }, params }: FoundRoute,
    request: IncomingMessage,
    unseen: readonly string[],
  ): Promise<CachedResponse> => {
    const requestId = requestIdOf(request);
    const target = options.targets[service];
    const version = cache.version();
    const readAfter = changes.readAfter({ service, itemId: params.id ?? null }, unseen);
    const breaker = options.breaker(target);
    const fetched = await fetchFromService(target, agent, {
      path,
      headers: {
        'x-request-id': requestId,
        traceparent: traced.get(request) ?? nextTraceparent(request.headers.traceparent),
        ...(readAfter && { [READ_AFTER_HEADER]: readAfter }),
      },
      timeoutMs: options.timeoutMs,
    }).then(
      (answer) => {
        breaker.record(true);
        return answer;
      },
      (error: unknown) => {
        breaker.record(false);
        throw error;
      },
    );
    const etag = `"${createHash('sha256').update(fetched.body).digest('base64url').slice(0, 22)}"`;
    const isCompressible =
      fetched.status === 200 &&
      fetched.body.length >= MIN_COMPRESSED_BYTES &&
      acceptsBrotli(request.headers['accept-encoding']);
    const answer = sizedResponse(key, {
      status: fetched.status,
      etag,
      body: fetched.body,
      brotli: isCompressible ? await compressBrotli(fetched.body) : Buffer.alloc(0),
      requestId,
      expiresAt: options.now() + options.ttlMs,
      service,
      invalidatedBy: endpoint.invalidatedBy ?? [],
      itemId: params.id === undefined ? null : detachedString(params.id),
      isFreeText,
    });
    // without a confirmation the answer may be older than a live message that was received before
    const isConfirmed = readAfter === undefined || fetched.headers[CHANGES_HEADER] === readAfter;
    if (fetched.status === 200 && isConfirmed) cache.put(detachedString(key), answer, version);
    return answer;
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

  /** Requests a missing response; concurrent requests for one key share it. */
  const fetchShared = (
    asked: CacheKey,
    found: FoundRoute,
    request: IncomingMessage,
    unseen: readonly string[] = [],
  ): Promise<CachedResponse> => {
    // requests after an invalidation do not share a response requested before it
    const pendingKey = `${cache.version()} ${unseen.join()} ${asked.key}`;
    const shared = pending.get(pendingKey);
    if (shared !== undefined) return shared;
    const fetching = fetchAndStore(asked, found, request, unseen);
    pending.set(pendingKey, fetching);
    const done = (): boolean => pending.delete(pendingKey);
    fetching.then(done, done);
    return fetching;
  };
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
    traced.set(request, options.trace(found.route, request, response)());
    fetchShared(asked, found, request, unseen).then(
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
    return fetchShared(asked, found, request).catch(() => null);
  };

  return { serve, read, reads: () => ({ hits, misses }) };
};
