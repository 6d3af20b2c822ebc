import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createLog,
  createTokenReader,
  machineNow,
  openLiveLog,
  openSpans,
  readConfig,
  refuseInProduction,
  skewClock,
} from '@satrangi/chassis';
import { type Filling, liveTypes, problems, serviceNames } from '@satrangi/contracts';
import { createApiHandler } from './api.ts';
import { createGatewayApp } from './app.ts';
import { createAuthenticator } from './auth/authenticate.ts';
import { createStreamAuthenticator } from './auth/authenticate-stream.ts';
import { createCircuitBreakers } from './circuit-breaker/circuit-breaker.ts';
import { GatewayConfig, productionProblems, targetsOf } from './config.ts';
import { createExportHandler } from './export/export-all.ts';
import { createCountryLookup } from './geo/country.ts';
import { isReady } from './health/readiness.ts';
import { addressKey, clientAddress } from './http/client-address.ts';
import { createCors } from './http/cors.ts';
import { handleMalformedRequests, isSupportedMethod } from './http/malformed-requests.ts';
import { refusalTexts, refuse } from './http/problem-response.ts';
import { requestIdOf } from './http/request-id.ts';
import { retryAfter } from './http/retry-after.ts';
import { securityHeaders } from './http/security-headers.ts';
import { createEventStream } from './live/event-stream.ts';
import { createStreamHub } from './live/stream-hub.ts';
import { createGatewayMetrics } from './metrics/metrics.ts';
import { createServiceProxy } from './proxy/proxy.ts';
import { createConcurrencyLimit } from './rate-limit/concurrency-limit.ts';
import { createRateLimits } from './rate-limit/rate-limits.ts';
import { openSharedLimits, ownLimits } from './rate-limit/redis-rate-limit-store.ts';
import { createWindowCounter } from './rate-limit/window-counter.ts';
import { invalidateAfterWrite } from './response-cache/cache-invalidation.ts';
import { createCacheStore } from './response-cache/cache-store.ts';
import { createRecentChanges } from './response-cache/recent-changes.ts';
import { createResponseCache } from './response-cache/response-cache.ts';
import { createRouteTable } from './routing/route-table.ts';
import { createBodyReader } from './slow-clients/body-reader.ts';
import { isWithinPipelineLimit } from './slow-clients/pipeline-limit.ts';
import { limitSockets } from './slow-clients/socket-limits.ts';
import { limitUnreadBody } from './slow-clients/unread-body.ts';

import { createRecordRequest } from './tracing/record-request.ts';
import { createServiceAgent } from './upstream/service-agent.ts';

export type RunningGateway = {
  readonly url: string;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

export type GatewayHooks = {
  /** Progress of the demo titles at a first start; null when none are being added. */
  readonly filling?: () => Filling | null;
};

const SHUTDOWN_TIMEOUT_MS = 10_000;
/** Connections to one service for uploads and streams. */
const LONG_CONNECTIONS = 2_048;
/** Interval at which Node checks the headers timeout. */
const HEADERS_CHECK_MS = 1_000;

/**
 * Starts the gateway: cached reads, event streams, endpoints of the contracts, then pages.
 * @throws ConfigurationError with one line for each setting that is wrong, or not allowed in production.
 */
export const startGateway = async (
  env: Record<string, string | undefined>,
  { filling = () => null }: GatewayHooks = {},
): Promise<RunningGateway> => {
  const config = readConfig(GatewayConfig, env);
  refuseInProduction(config.NODE_ENV, productionProblems(config));
  skewClock(config.CLOCK_SKEW_MS, config.NODE_ENV);
  const log = createLog('gateway', config.LOG_LEVEL);
  const spans = await openSpans(config, 'gateway', log);
  const trace = createRecordRequest(spans);
  const now = machineNow;
  const targets = targetsOf(config);
  const agent = createServiceAgent({ keepAliveMsecs: 30_000 });
  const longAgent = createServiceAgent({ keepAliveMsecs: 30_000, maxSockets: LONG_CONNECTIONS });
  const readToken = createTokenReader(`${config.IDENTITY_URL}/.well-known/jwks.json`);
  const headers = securityHeaders(config);
  const cors = createCors(config);
  const routes = createRouteTable();
  const shutdown = new AbortController();
  const breaker = createCircuitBreakers({
    now,
    isReady: (target) => isReady(target, agent),
    shutdown: shutdown.signal,
  });
  const live = await openLiveLog(config.REDIS_URL, { prefix: config.REDIS_PREFIX });
  const shared = config.REDIS_URL.startsWith('memory:')
    ? ownLimits
    : await openSharedLimits(config.REDIS_URL, `${config.REDIS_PREFIX}limit:`, log);

  const cache = createCacheStore({ maxBytes: config.CACHE_BYTES, now });
  const changes = createRecentChanges({ routes, now, isComplete: () => live.state() === 'up' });
  const syncCache = (): void => {
    changes.requireAll();
    if (live.state() === 'up') cache.enable();
    else cache.disable();
  };
  syncCache();
  const hub = createStreamHub({
    perAddress: config.STREAMS_PER_ADDRESS,
    perUser: config.STREAMS_PER_USER,
    shared: shared.counts,
  });
  const unsubscribes = [
    live.onState(syncCache),
    live.onReset(() => {
      changes.requireAll();
      cache.clear();
    }),
    live.subscribe(({ message: { type, id }, change }) => {
      changes.notePublished(type, change);
      cache.invalidate(type, id);
      if (type === liveTypes.sessionEnded) hub.closeUser(id);
    }),
  ];

  const addressOf = (request: IncomingMessage): string | undefined =>
    clientAddress(request, config.TRUST_PROXY);
  const keyOf = (request: IncomingMessage): string => addressKey(addressOf(request));
  const inFlight = createConcurrencyLimit(config.IN_FLIGHT_PER_ADDRESS);
  const cheap = createWindowCounter({
    perMinute: config.LIMIT_CHEAP_PER_MINUTE,
    now,
    shared: shared.counts,
  });
  const responses = createResponseCache({
    cache,
    changes,
    routes,
    targets,
    agent,
    headers,
    breaker,
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

  const limits = createRateLimits(config, shared.storeFor);
  const onDefect = (error: unknown, request: IncomingMessage, response: ServerResponse): void => {
    if (response.headersSent) return void response.destroy();
    const requestId = response.getHeader('x-request-id') ?? requestIdOf(request);
    log.error({ err: error, requestId }, 'request failed');
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('x-request-id', requestId);
    refuse(request, response, 'unexpected', problems.unexpected.title);
  };
  const bodies = createBodyReader({ totalMs: config.BODY_MS, maxBytes: config.BODY_BYTES });
  const metrics = createGatewayMetrics({
    streams: hub.count,
    cache: cache.size,
    reads: responses.reads,
    bodyBytes: bodies.held,
    inFlight: inFlight.count,
    failingServices: () => serviceNames.filter((name) => breaker(targets[name]).isFailing()),
  });
  const handleApi = createApiHandler({
    headers,
    routes,
    limits,
    addressOf,
    authenticate: createAuthenticator(readToken),
    bodies,
    observe: metrics.observe,
    trace,
    changes,
    onWrite: invalidateAfterWrite(cache, changes),
    proxy: createServiceProxy({
      targets,
      agents: { short: agent, long: longAgent },
      internalSecret: config.INTERNAL_SECRET,
      breaker,
      answerMs: config.ANSWER_MS,
      uploadRate: { bytesPerSecond: config.UPLOAD_BYTES_PER_SECOND, windowMs: config.UPLOAD_WINDOW_MS },
    }),
    onDefect,
  });

  const refuseConcurrent = (request: IncomingMessage, response: ServerResponse): void => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('x-request-id', requestIdOf(request));
    refuse(request, response, 'too-many-requests', refusalTexts.tooManyAtOnce, {
      'retry-after': retryAfter.concurrency,
    });
  };

  let stopping = false;
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
    isStopping: () => stopping,
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
    addressOf: keyOf,
    keepaliveMs: config.KEEPALIVE_MS,
  });

  const serverOptions = {
    keepAliveTimeout: 65_000,
    headersTimeout: config.HEADERS_MS,
    connectionsCheckingInterval: Math.min(HEADERS_CHECK_MS, config.HEADERS_MS),
    // uploads have a minimum rate, other bodies a timeout of their own
    requestTimeout: 0,
  };
  const server = createServer(serverOptions, (request, response) => {
    // Clients whose base URL ends in /api may repeat it (checklist GTW-03).
    if (request.url?.startsWith('/api/api/')) request.url = request.url.slice('/api'.length);
    // During shutdown clients must open a new connection for the next request.
    if (stopping) response.shouldKeepAlive = false;
    if (!isWithinPipelineLimit(request, response)) return void request.socket.destroy();
    limitUnreadBody(request, response);
    if (!isSupportedMethod(request))
      return refuse(request, response, 'method-not-allowed', refusalTexts.notAllowed);
    if (responses.serve(request, response)) return;
    if (updates.handle(request, response)) return;
    if (!inFlight.take(keyOf(request), response)) return refuseConcurrent(request, response);
    // Requests with an origin need CORS, which Express handles.
    if (request.headers.origin === undefined && handleApi(request, response)) return;
    app(request, response);
  });
  // each proxy adds a 'close' listener at its first request: two per service, which Node reports as a leak above ten
  server.setMaxListeners(server.getMaxListeners() + 2 * serviceNames.length);
  limitSockets(server, {
    perAddress: config.TRUST_PROXY > 0 ? null : config.CONNECTIONS_PER_ADDRESS,
    total: config.MAX_CONNECTIONS,
    idleMs: config.IDLE_MS,
  });
  handleMalformedRequests(server, headers);
  server.listen(config.PORT, config.HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  log.info({ port }, 'listening');

  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await sleep(config.DRAIN_MS);
    const closed = new Promise((resolve) => server.close(resolve));
    updates.close();
    // connections become idle after their response and would stay open for the next request
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    await Promise.race([closed, sleep(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })]);
    clearInterval(idle);
    server.closeAllConnections();
    for (const unsubscribe of unsubscribes) unsubscribe();
    shared.close();
    await live.close();
    await spans?.close();
    shutdown.abort();
    agent.destroy();
    longAgent.destroy();
  };
  return { url: `http://${config.HOST}:${port}`, [Symbol.asyncDispose]: stop };
};
