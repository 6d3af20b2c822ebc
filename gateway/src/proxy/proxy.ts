import type { Agent, IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceName } from '@satrangi/contracts';
import type { CircuitBreaker } from '../circuit-breaker/circuit-breaker.ts';
import { refusalTexts } from '../http/problem-response.ts';
import { isUpload } from '../http/request-body.ts';
import type { TransferRate } from '../slow-clients/minimum-transfer-rate.ts';
import { setForwardedHeaders } from './forwarded-headers.ts';
import { type ProxyRequest, type RequestState, timeOut } from './forwarded-request.ts';
import { createJsonProxy } from './json-proxy.ts';
import { createStreamProxy, createUploadLimit } from './stream-proxy.ts';
import { enforceResponseTimeout, IDLE_TIMEOUT_MS } from './timeouts.ts';

export type ProxyOptions = {
  readonly targets: Readonly<Record<ServiceName, string>>;
  /** Uploads and streams last long, so they use separate connections. */
  readonly agents: { readonly short: Agent; readonly long: Agent };
  readonly internalSecret: string;
  readonly breaker: (target: string) => CircuitBreaker;
  /** Timeout of the whole response of a `json` or `raw` endpoint. */
  readonly answerMs: number;
  readonly uploadRate: TransferRate;
};

/**
 * Forwards requests to services and passes the responses on. The failure of a service affects its own routes only:
 * 503 at once while its circuit breaker is open, 504 after a timeout.
 */
export const createServiceProxy = (options: ProxyOptions) => {
  const { answerMs, agents, internalSecret } = options;
  const enforceUploadRate = createUploadLimit(options.uploadRate);

  const proxies = new Map(
    Object.entries(options.targets).map(([service, target]) => {
      const breaker = options.breaker(target);
      return [
        service,
        {
          breaker,
          json: createJsonProxy({ target, agent: agents.short, breaker }),
          stream: createStreamProxy({ target, agent: agents.long, breaker }),
        },
      ];
    }),
  );

  return (forwarded: ProxyRequest, request: IncomingMessage, response: ServerResponse): void => {
    const proxy = proxies.get(forwarded.service);
    if (!proxy || proxy.breaker.isOpen()) {
      forwarded.refuseRequest('unavailable', refusalTexts.unavailable);
      return;
    }
    const kind = forwarded.endpoint.kind ?? 'json';
    const state: RequestState = {
      ...forwarded,
      startedAt: performance.now(),
      answerMs: forwarded.endpoint.answerMs ?? answerMs,
      idleTimeoutMs: IDLE_TIMEOUT_MS[kind],
      destroy: () => undefined,
      isUpstreamBlocked: () => true,
      isTimedOut: false,
      isClientTooSlow: false,
      isRetry: false,
    };
    setForwardedHeaders(request, { ...forwarded, internalSecret });
    if (kind === 'json' || kind === 'raw') {
      enforceResponseTimeout(response, state.answerMs, () => timeOut(state));
      proxy.json(state, request, response);
      return;
    }
    if (isUpload(forwarded.endpoint)) enforceUploadRate(state, request, response);
    proxy.stream(state, request, response);
  };
};
