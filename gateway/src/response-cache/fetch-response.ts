import { hash } from 'node:crypto';
import type { Agent, IncomingMessage } from 'node:http';
import { CHANGES_HEADER, READ_AFTER_HEADER, type ServiceName } from '@satrangi/contracts';
import { acceptsBrotli } from '../http/accepts-brotli.ts';
import { requestIdOf } from '../http/request-id.ts';
import type { FoundRoute } from '../routing/route-table.ts';
import { fetchFromService, type ServiceResponse } from '../upstream/fetch-service.ts';
import { compressBrotli } from './brotli.ts';
import type { CacheKey } from './cache-key.ts';
import type { CacheStore } from './cache-store.ts';
import { type CachedResponse, sizedResponse } from './cached-response.ts';
import type { RecentChanges } from './recent-changes.ts';

/** Bytes. Smaller bodies fit into one packet without compression. */
const MIN_COMPRESSED_BYTES = 2_048;

/** A read of a cacheable endpoint whose response is not in the cache. */
type CacheMiss = {
  readonly asked: CacheKey;
  readonly found: FoundRoute;
  readonly request: IncomingMessage;
  /** W3C trace context of the call of the service. */
  readonly traceparent: string;
  /** The changes that the client has written and the response must contain. */
  readonly unseen: readonly string[];
};

export type FetchOptions = {
  readonly cache: CacheStore;
  readonly changes: Pick<RecentChanges, 'readAfter'>;
  readonly targets: Readonly<Record<ServiceName, string>>;
  readonly agent: Agent;
  readonly ttlMs: number;
  readonly timeoutMs: number;
  readonly now: () => number;
  readonly breaker: (target: string) => {
    readonly isOpen: () => boolean;
    readonly record: (succeeded: boolean) => void;
  };
};

const STRONG_ETAG = /^"[\w-]{22}"$/;

/** Of a service that knows a cheaper one than a hash of the body, that one. */
const etagOf = ({ headers: { etag }, body }: ServiceResponse): string =>
  etag !== undefined && STRONG_ETAG.test(etag) ? etag : `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;

const isCompressible = ({ status, body }: ServiceResponse, request: IncomingMessage): boolean =>
  status === 200 && body.length >= MIN_COMPRESSED_BYTES && acceptsBrotli(request.headers['accept-encoding']);

/** Requests missing responses from the services and stores them in the cache. */
export const createResponseFetcher = (options: FetchOptions) => {
  const { cache, changes, agent } = options;
  const pending = new Map<string, Promise<CachedResponse>>();

  const fetchAndStore = async (miss: CacheMiss): Promise<CachedResponse> => {
    const { request, unseen } = miss;
    const { key, path, isFreeText } = miss.asked;
    const {
      route: { service, endpoint },
      params,
    } = miss.found;
    const requestId = requestIdOf(request);
    const target = options.targets[service];
    const version = cache.version();
    const readAfter = changes.readAfter({ service, itemId: params.id ?? null }, unseen);
    const breaker = options.breaker(target);
    const fetched = await fetchFromService(target, agent, {
      path,
      headers: {
        'x-request-id': requestId,
        traceparent: miss.traceparent,
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
    const answer = sizedResponse(key, {
      status: fetched.status,
      etag: etagOf(fetched),
      body: fetched.body,
      brotli: isCompressible(fetched, request) ? await compressBrotli(fetched.body) : Buffer.alloc(0),
      requestId,
      expiresAt: options.now() + options.ttlMs,
      service,
      invalidatedBy: endpoint.invalidatedBy ?? [],
      itemId: params.id ?? null,
      isFreeText,
    });
    // without a confirmation the answer may be older than a live message that was received before
    const isConfirmed = readAfter === undefined || fetched.headers[CHANGES_HEADER] === readAfter;
    if (fetched.status === 200 && isConfirmed) cache.put(key, answer, version);
    return answer;
  };

  /** Requests a missing response; concurrent requests for one key share it. */
  return (miss: CacheMiss): Promise<CachedResponse> => {
    // requests after an invalidation do not share a response requested before it
    const pendingKey = `${cache.version()} ${miss.unseen.join()} ${miss.asked.key}`;
    const shared = pending.get(pendingKey);
    if (shared !== undefined) return shared;
    const fetching = fetchAndStore(miss);
    pending.set(pendingKey, fetching);
    const done = (): boolean => pending.delete(pendingKey);
    fetching.then(done, done);
    return fetching;
  };
};
