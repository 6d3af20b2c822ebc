import type { IncomingMessage } from 'node:http';
import { type Filling, serviceNames } from '@satrangi/contracts';
import { type ApiOptions, createApiHandler } from './api.ts';
import { createGatewayApp } from './app.ts';
import { createAuthenticator } from './auth/authenticate.ts';
import { createStreamAuthenticator } from './auth/authenticate-stream.ts';
import { createExportHandler } from './export/export-all.ts';
import { createCountryLookup } from './geo/country.ts';
import { addressKey, clientAddress } from './http/client-address.ts';
import { createServerRefusals } from './http/server-refusals.ts';
import { createEventStream } from './live/event-stream.ts';
import { createStreamHub } from './live/stream-hub.ts';
import { createGatewayMetrics } from './metrics/metrics.ts';
import type { Parts } from './open-parts.ts';
import { createServiceProxy } from './proxy/proxy.ts';
import { createConcurrencyLimit } from './rate-limit/concurrency-limit.ts';
import { createRateLimits } from './rate-limit/rate-limits.ts';
import { createWindowCounter } from './rate-limit/window-counter.ts';
import { createReadCache, type ReadCache } from './read-cache.ts';
import { invalidateAfterWrite } from './response-cache/cache-invalidation.ts';
import { createResponseCache } from './response-cache/response-cache.ts';
import { createBodyReader } from './slow-clients/body-reader.ts';

/** The address of a client, and the limits that need no route. */
const createClients = ({ config, now, shared }: Parts) => {
  const addressOf = (request: IncomingMessage): string | undefined =>
    clientAddress(request, config.TRUST_PROXY);
  return {
    addressOf,
    keyOf: (request: IncomingMessage): string => addressKey(addressOf(request)),
    inFlight: createConcurrencyLimit(config.IN_FLIGHT_PER_ADDRESS),
    /** Limit of reads that the cache may answer. */
    cheap: createWindowCounter({
      perMinute: config.LIMIT_CHEAP_PER_MINUTE,
      now,
      shared: shared.counts,
    }),
  };
};
type Clients = ReturnType<typeof createClients>;

const createReads = (
  { config, routes, headers, trace, now, upstream }: Parts,
  { cache, changes }: ReadCache,
  { keyOf, cheap, inFlight }: Clients,
) =>
  createResponseCache({
    cache,
    changes,
    routes,
    targets: upstream.targets,
    agent: upstream.agent,
    headers,
    breaker: upstream.breaker,
    trace,
    now,
    ttlMs: config.CACHE_SECONDS * 1_000,
    timeoutMs: config.ANSWER_MS,
    allow: (request, response) => {
      const key = keyOf(request);
      return cheap.take(key) && inFlight.take(key, response);
    },
    allowRead: (request) => cheap.take(keyOf(request)),
  });

const createApi = (
  { config, headers, routes, trace, upstream }: Parts,
  { cache, changes }: ReadCache,
  rest: Pick<ApiOptions, 'addressOf' | 'limits' | 'bodies' | 'observe' | 'onDefect'>,
) =>
  createApiHandler({
    ...rest,
    headers,
    routes,
    authenticate: createAuthenticator(upstream.readToken),
    trace,
    changes,
    onWrite: invalidateAfterWrite(cache, changes),
    proxy: createServiceProxy({
      targets: upstream.targets,
      agents: { short: upstream.agent, long: upstream.longAgent },
      internalSecret: config.INTERNAL_SECRET,
      breaker: upstream.breaker,
      answerMs: config.ANSWER_MS,
      uploadRate: { bytesPerSecond: config.UPLOAD_BYTES_PER_SECOND, windowMs: config.UPLOAD_WINDOW_MS },
    }),
  });

type HandlerOptions = {
  /** False while the gateway starts or stops. */
  readonly isOpen: () => boolean;
  /** Progress of the demo titles at a first start; null when none are being added. */
  readonly filling: () => Filling | null;
};

/** The handlers of requests: cached reads, event streams, endpoints of the contracts, then pages. */
export const createHandlers = (parts: Parts, { isOpen, filling }: HandlerOptions) => {
  const { config, log, live, headers, cors, routes, shared, now } = parts;
  const { targets, agent, breaker, readToken } = parts.upstream;
  const hub = createStreamHub({
    perAddress: config.STREAMS_PER_ADDRESS,
    perUser: config.STREAMS_PER_USER,
    shared: shared.counts,
  });
  // subscribed before the streams: the cache is current when a browser receives the message
  const reads = createReadCache(parts, hub.closeUser);
  const clients = createClients(parts);
  const responses = createReads(parts, reads, clients);
  const limits = createRateLimits(config, shared.storeFor);
  const { onDefect, refuseConcurrent } = createServerRefusals(headers, log);
  const bodies = createBodyReader({ totalMs: config.BODY_MS, maxBytes: config.BODY_BYTES });
  const metrics = createGatewayMetrics({
    streams: hub.count,
    cache: reads.cache.size,
    reads: responses.reads,
    bodyBytes: bodies.held,
    inFlight: clients.inFlight.count,
    failingServices: () => serviceNames.filter((name) => breaker(targets[name]).isFailing()),
  });
  const { addressOf } = clients;
  const handleApi = createApi(parts, reads, {
    addressOf,
    limits,
    bodies,
    observe: metrics.observe,
    onDefect,
  });
  const app = createGatewayApp({
    config,
    headers,
    cors,
    routes,
    targets,
    agent,
    handleApi,
    limits,
    readPublic: responses.read,
    exportAll: createExportHandler({ targets, agent, breaker, internalSecret: config.INTERNAL_SECRET, now }),
    countryOf: createCountryLookup(config.GEO_MMDB),
    isOpen,
    filling,
    metrics: metrics.text,
    onDefect,
  });
  const updates = createEventStream({
    hub,
    live,
    headers,
    cors,
    authenticate: createStreamAuthenticator(readToken, config.IDENTITY_URL, agent),
    addressOf: clients.keyOf,
    keepaliveMs: config.KEEPALIVE_MS,
  });
  return { responses, updates, clients, handleApi, app, refuseConcurrent, closeCache: reads.close };
};
export type Handlers = ReturnType<typeof createHandlers>;
