import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createLog,
  createTokenReader,
  machineNow,
  openLiveLog,
  readConfig,
  refuseInProduction,
  skewClock,
} from '@satrangi/chassis';
import { type Filling, liveTypes, problems } from '@satrangi/contracts';
import { MemoryStore } from 'express-rate-limit';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { answerApi } from './api.ts';
import { gatewayApp } from './app.ts';
import { entryOf } from './auth/authenticate.ts';
import { listenerReader } from './auth/authenticate-stream.ts';
import { makeBreakers } from './circuit-breaker/circuit-breaker.ts';
import { GatewayConfig, productionProblems, targetsOf } from './config.ts';
import { exportAll } from './export/export-all.ts';
import { countryTable } from './geo/country.ts';
import { isReady } from './health/readiness.ts';
import { addressKey, clientAddress } from './http/client-address.ts';
import { crossOrigin } from './http/cors.ts';
import { answerBrokenRequests, isOffered } from './http/malformed-requests.ts';
import { refusalTexts, refuse } from './http/problem-response.ts';
import { requestIdOf } from './http/request-id.ts';
import { securityHeaders } from './http/security-headers.ts';
import { updatesStream } from './live/event-stream.ts';
import { makeHub } from './live/stream-hub.ts';
import { serviceProxy } from './proxy/proxy.ts';
import { inFlightLimit } from './rate-limit/concurrency-limit.ts';
import { makeCounter, makeLimits } from './rate-limit/rate-limits.ts';
import { redisCounts } from './rate-limit/redis-rate-limit-store.ts';
import { dropAfterWrite } from './response-cache/cache-invalidation.ts';
import { answerCache } from './response-cache/cache-store.ts';
import { hotReads } from './response-cache/response-cache.ts';
import { routeTable } from './routing/route-table.ts';
import { bodyReader } from './slow-clients/body-reader.ts';
import { endUnreadBody, limitConnections, mayWait } from './slow-clients/connections.ts';
import { serviceAgent } from './upstream/service-agent.ts';

export type RunningGateway = {
  readonly url: string;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

export type GatewayHooks = {
  /** How far the demo titles of a first start are; null when none are on their way. */
  readonly filling?: () => Filling | null;
};

const FINISH_MS = 10_000;
/** Connections to one service for uploads and streams. */
const LONG_CONNECTIONS = 2_048;
/** How often connections are looked at that are too slow with their headers. */
const LOOK_EVERY_MS = 1_000;

/**
 * The only door: hot catalogue reads from memory, event streams, then contracts' routes, then pages.
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
  const now = machineNow;
  const targets = targetsOf(config);
  const agent = serviceAgent({ keepAliveMsecs: 30_000 });
  const longAgent = serviceAgent({ keepAliveMsecs: 30_000, maxSockets: LONG_CONNECTIONS });
  const readToken = createTokenReader(`${config.IDENTITY_URL}/.well-known/jwks.json`);
  const headers = securityHeaders(config);
  const fromElsewhere = crossOrigin(config);
  const routes = routeTable();
  const leaving = new AbortController();
  const breaker = makeBreakers({
    now,
    isReady: (target) => isReady(target, agent),
    leaving: leaving.signal,
  });
  const live = await openLiveLog(config.REDIS_URL, { prefix: config.REDIS_PREFIX });
  const counts = config.REDIS_URL.startsWith('memory:') ? null : await redisCounts(config.REDIS_URL, log);

  const cache = answerCache({ maxBytes: config.CACHE_BYTES, now });
  const followLive = (): void => (live.state() === 'up' ? cache.open() : cache.close());
  followLive();
  const hub = makeHub({ perAddress: config.STREAMS_PER_ADDRESS, perUser: config.STREAMS_PER_USER });
  const stops = [
    live.onState(followLive),
    live.onReset(cache.clear),
    live.hear(({ message: { type, id } }) => {
      cache.drop(type, id);
      if (type === liveTypes.sessionEnded) hub.closeUser(id);
    }),
  ];

  const addressOf = (request: IncomingMessage): string | undefined =>
    clientAddress(request, config.TRUST_PROXY);
  const keyOf = (request: IncomingMessage): string => addressKey(addressOf(request));
  const inFlight = inFlightLimit(config.IN_FLIGHT_PER_ADDRESS);
  const cheap = makeCounter(config.LIMIT_CHEAP_PER_MINUTE, now);
  const readHot = hotReads({
    cache,
    routes,
    targets,
    agent,
    headers,
    breaker,
    now,
    keepMs: config.CACHE_SECONDS * 1_000,
    timeoutMs: config.ANSWER_MS,
    allow: (request, response) => {
      const key = keyOf(request);
      return cheap.take(key) && inFlight.take(key, response);
    },
  });

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, read: () => number): Gauge =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('gateway_streams', 'open event streams', hub.count);
  gauge('gateway_cache_entries', 'answers kept in memory', () => cache.size().entries);
  gauge('gateway_cache_bytes', 'bytes of answers kept in memory', () => cache.size().bytes);

  const limits = makeLimits(config, counts?.storeFor ?? (() => new MemoryStore()));
  const onDefect = (error: unknown, request: IncomingMessage, response: ServerResponse): void => {
    if (response.headersSent) return void response.destroy();
    const requestId = response.getHeader('x-request-id') ?? requestIdOf(request);
    log.error({ err: error, requestId }, 'request failed');
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('x-request-id', requestId);
    refuse(request, response, 'unexpected', problems.unexpected.title);
  };
  const bodies = bodyReader({ totalMs: config.BODY_MS, maxBytes: config.BODY_BYTES });
  gauge('gateway_body_bytes', 'bytes of request bodies in memory', bodies.held);
  gauge('gateway_requests_in_flight', 'requests being answered', inFlight.count);
  const answerOfServices = answerApi({
    headers,
    routes,
    limits,
    addressOf,
    entryOf: entryOf(readToken),
    bodies,
    onWrite: dropAfterWrite(cache),
    proxy: serviceProxy({
      targets,
      agents: { short: agent, long: longAgent },
      internalSecret: config.INTERNAL_SECRET,
      breaker,
      answerMs: config.ANSWER_MS,
      uploadRate: { bytesPerSecond: config.UPLOAD_BYTES_PER_SECOND, windowMs: config.UPLOAD_WINDOW_MS },
    }),
    onDefect,
  });

  const refuseCrowd = (request: IncomingMessage, response: ServerResponse): void => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('x-request-id', requestIdOf(request));
    refuse(request, response, 'too-many-requests', refusalTexts.tooManyAtOnce, { 'retry-after': '1' });
  };

  let stopping = false;
  const app = gatewayApp({
    config,
    headers,
    crossOrigin: fromElsewhere,
    routes,
    targets,
    agent,
    answerApi: answerOfServices,
    limits,
    exportAll: exportAll({ targets, agent, breaker, internalSecret: config.INTERNAL_SECRET, now }),
    countryOf: countryTable(config.GEO_MMDB),
    isStopping: () => stopping,
    filling,
    metrics: async () => ({ type: registry.contentType, text: await registry.metrics() }),
    onDefect,
  });
  const updates = updatesStream({
    hub,
    live,
    headers,
    crossOrigin: fromElsewhere,
    listenerOf: listenerReader(readToken, config.IDENTITY_URL, agent),
    addressOf: keyOf,
    keepaliveMs: config.KEEPALIVE_MS,
  });

  const serverOptions = {
    keepAliveTimeout: 65_000,
    headersTimeout: config.HEADERS_MS,
    connectionsCheckingInterval: Math.min(LOOK_EVERY_MS, config.HEADERS_MS),
    // uploads have a minimum rate instead, all other bodies a limit of their own
    requestTimeout: 0,
  };
  const server = createServer(serverOptions, (request, response) => {
    // Clients whose base address ends in /api may write it again (checklist GTW-03).
    if (request.url?.startsWith('/api/api/')) request.url = request.url.slice('/api'.length);
    // Whoever is answered while we stop looks for another door with the next request.
    if (stopping) response.shouldKeepAlive = false;
    if (!mayWait(request, response)) return void request.socket.destroy();
    endUnreadBody(request, response);
    if (!isOffered(request)) return refuse(request, response, 'method-not-allowed', refusalTexts.notAllowed);
    if (readHot(request, response)) return;
    if (updates.handle(request, response)) return;
    if (!inFlight.take(keyOf(request), response)) return refuseCrowd(request, response);
    // Only pages of other sites name an origin when they read: Express says whether they may.
    if (request.headers.origin === undefined && answerOfServices(request, response)) return;
    app(request, response);
  });
  limitConnections(server, {
    perAddress: config.TRUST_PROXY > 0 ? null : config.CONNECTIONS_PER_ADDRESS,
    total: config.MAX_CONNECTIONS,
    idleMs: config.IDLE_MS,
  });
  answerBrokenRequests(server, headers);
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
    // a connection that has just been answered would be kept for its next request
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    await Promise.race([closed, sleep(FINISH_MS, undefined, { ref: false })]);
    clearInterval(idle);
    server.closeAllConnections();
    for (const off of stops) off();
    counts?.close();
    await live.close();
    leaving.abort();
    agent.destroy();
    longAgent.destroy();
  };
  return { url: `http://${config.HOST}:${port}`, [Symbol.asyncDispose]: stop };
};
