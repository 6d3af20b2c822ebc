import {
  createLog,
  createTokenReader,
  machineNow,
  openLiveLog,
  openSpans,
} from '@satrangi/chassis/without-store';
import { createCircuitBreakers } from './circuit-breaker/circuit-breaker.ts';
import { type GatewayConfig, targetsOf } from './config.ts';
import { isReady } from './health/readiness.ts';
import { createCors } from './http/cors.ts';
import { securityHeaders } from './http/security-headers.ts';
import { openSharedLimits, ownLimits } from './rate-limit/redis-rate-limit-store.ts';
import { createRouteTable } from './routing/route-table.ts';
import { createRecordRequest } from './tracing/record-request.ts';
import { createServiceAgent } from './upstream/service-agent.ts';

/** Connections to one service for uploads and streams. */
const LONG_CONNECTIONS = 2_048;

/** The services: their addresses, connections and circuit breakers. */
const createUpstream = (config: GatewayConfig, shutdown: AbortSignal) => {
  const agent = createServiceAgent({ keepAliveMsecs: 30_000 });
  return {
    targets: targetsOf(config),
    agent,
    /** For uploads and streams. */
    longAgent: createServiceAgent({ keepAliveMsecs: 30_000, maxSockets: LONG_CONNECTIONS }),
    readToken: createTokenReader(`${config.IDENTITY_URL}/.well-known/jwks.json`),
    breaker: createCircuitBreakers({
      now: machineNow,
      isReady: (target) => isReady(target, agent),
      shutdown,
    }),
  };
};

/** Opens the connections of the gateway, and creates what its handlers share. */
export const openParts = async (config: GatewayConfig) => {
  const log = createLog('gateway', config.LOG_LEVEL);
  const spans = await openSpans(config, 'gateway', log);
  const shutdown = new AbortController();
  const upstream = createUpstream(config, shutdown.signal);
  const live = await openLiveLog(config.REDIS_URL, { prefix: config.REDIS_PREFIX });
  const shared = config.REDIS_URL.startsWith('memory:')
    ? ownLimits
    : await openSharedLimits(config.REDIS_URL, `${config.REDIS_PREFIX}limit:`, log);
  return {
    config,
    log,
    now: machineNow,
    trace: createRecordRequest(spans),
    headers: securityHeaders(config),
    cors: createCors(config),
    routes: createRouteTable(),
    upstream,
    live,
    /** Counts of the limits, shared with other gateways. */
    shared,
    /** Fetches the keys of identity, with retries until the gateway has stopped. */
    loadKeys: (): Promise<void> => upstream.readToken.loadKeys(shutdown.signal),
    close: async (): Promise<void> => {
      shared.close();
      await live.close();
      await spans?.close();
      shutdown.abort();
      upstream.agent.destroy();
      upstream.longAgent.destroy();
    },
  };
};
export type Parts = Awaited<ReturnType<typeof openParts>>;
