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

const NO_BYTES = Buffer.alloc(0);
const STRONG_ETAG = /^"[\w-]{22}"$/;

const hashOf = (body: Buffer): string => `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;

/** A service that gives an etag knows it without reading the body, and answers 304 for it. */
const etagOf = ({ headers: { etag }, body }: ServiceResponse) =>
  etag !== undefined && STRONG_ETAG.test(etag)
    ? { etag, isConditional: true }
    : { etag: hashOf(body), isConditional: false };

const isCompressible = (
  { status, body }: Pick<ServiceResponse, 'status' | 'body'>,
  request: IncomingMessage,
): boolean =>
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
    const outdated = cache.outdated(key);
    const readAfter = changes.readAfter({ service, itemId: params.id ?? null }, unseen);
    const breaker = options.breaker(target);
    const fetched = await fetchFromService(target, agent, {
      path,
      headers: {
        'x-request-id': requestId,
        traceparent: miss.traceparent,
        ...(outdated && { 'if-none-match': outdated.etag }),
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
    const isUnchanged = outdated !== undefined && fetched.status === 304;
    const current = isUnchanged
      ? outdated
      : { status: fetched.status, body: fetched.body, brotli: NO_BYTES, ...etagOf(fetched) };
    const { status, etag, isConditional, body } = current;
    const needsBrotli = current.brotli.length === 0 && isCompressible(current, request);
    const answer = sizedResponse(key, {
      ...{ status, etag, isConditional, body, requestId, service },
      brotli: needsBrotli ? await compressBrotli(body) : current.brotli,
      expiresAt: options.now() + options.ttlMs,
      invalidatedBy: endpoint.invalidatedBy ?? [],
      itemId: params.id ?? null,
      isFreeText,
    });
    // without a confirmation the answer may be older than a live message that was received before
    const isConfirmed = readAfter === undefined || fetched.headers[CHANGES_HEADER] === readAfter;
    if (status === 200 && isConfirmed) cache.put(key, answer, version);
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
