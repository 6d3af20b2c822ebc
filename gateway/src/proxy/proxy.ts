import type { Agent, ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  CHANGES_HEADER,
  changesIn,
  type Endpoint,
  type ProblemCode,
  type ServiceName,
} from '@satrangi/contracts';
import { createProxyMiddleware, proxyEventsPlugin } from 'http-proxy-middleware';
import type { CircuitBreaker } from '../circuit-breaker/circuit-breaker.ts';
import { refusalTexts } from '../http/problem-response.ts';
import { isUpload } from '../http/request-body.ts';
import { enforceMinimumRate, type TransferRate } from '../slow-clients/minimum-transfer-rate.ts';
import { isRead, removeInternalHeaders, setForwardedHeaders } from './forwarded-headers.ts';
import { enforceResponseTimeout, idleTimeouts } from './timeouts.ts';

/** Delay of the only retry of a failed read; writes are never retried. */
const RETRY_DELAY_MS = 150;
/** Share of the response timeout in which a retry may start. */
const RETRY_WINDOW = 0.5;
const UPLOAD_TOO_SLOW = 'The upload came too slowly. Please try again on a better connection.';

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

export type RefuseRequest = (
  code: ProblemCode,
  detail: string,
  more?: Readonly<Record<string, string>>,
) => void;

/** One request to forward to a service. */
export type ProxyRequest = {
  readonly service: ServiceName;
  readonly endpoint: Endpoint;
  /** The original URL, with `/api` and query. */
  readonly url: string;
  readonly userId: string | null;
  readonly requestId: string;
  /** W3C trace context of the call of the service. */
  readonly traceparent: string;
  readonly address: string;
  /** Headers of every response of the gateway. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly refuseRequest: RefuseRequest;
  /**
   * Called before the client is answered when a write succeeded, or may have succeeded.
   * @param changes that the service has written, as far as it answered
   */
  readonly onWrite: (changes: readonly string[]) => void;
  /** The changes that the answer of a read must contain. */
  readonly readAfter: string | undefined;
  /** The whole body; null when it is streamed or absent. */
  readonly body: Buffer | null;
};

/** The state of a forwarded request. */
type RequestState = ProxyRequest & {
  readonly startedAt: number;
  readonly idleTimeoutMs: number;
  readonly isShort: boolean;
  outgoing?: ClientRequest;
  isTimedOut: boolean;
  /** The client was too slow and got a response: the outcome does not count for the circuit breaker. */
  isClientTooSlow: boolean;
  isRetry: boolean;
};

const isResponse = (value: ServerResponse | Socket): value is ServerResponse => 'setHeader' in value;

const timeOut = (state: RequestState): void => {
  state.isTimedOut = true;
  state.outgoing?.destroy(new Error('service timeout'));
};

/**
 * Forwards requests to services and streams the responses back. The failure of a service affects its own routes only:
 * 503 at once while its circuit breaker is open, 504 after a timeout.
 */
export const createServiceProxy = (options: ProxyOptions) => {
  const { answerMs, agents, internalSecret } = options;
  const idleTimeoutMs = idleTimeouts(answerMs);
  const answerMsOf = ({ endpoint }: ProxyRequest): number => endpoint.answerMs ?? answerMs;
  const states = new WeakMap<IncomingMessage, RequestState>();

  const canRetry = (state: RequestState, request: IncomingMessage): boolean =>
    !state.isRetry &&
    !state.isTimedOut &&
    isRead(request) &&
    performance.now() - state.startedAt < answerMsOf(state) * RETRY_WINDOW;

  const createProxy = (target: string, agent: Agent, breaker: CircuitBreaker) => {
    const proxy = createProxyMiddleware({
      target,
      agent,
      xfwd: false,
      // Only the events plugin: the default error page discloses the upstream address and the query with its tokens.
      ejectPlugins: true,
      plugins: [proxyEventsPlugin],
      pathRewrite: { '^/api': '' },
      on: {
        proxyReq: (outgoing, request) => {
          const state = states.get(request);
          if (!state) return;
          state.outgoing = outgoing;
          // the library ends the request after this write, because the client's request was read to its end
          if (state.body) outgoing.write(state.body);
          if (!state.isShort && state.idleTimeoutMs > 0)
            outgoing.setTimeout(state.idleTimeoutMs, () => timeOut(state));
        },
        proxyRes: (answer: IncomingMessage, request, response) => {
          // Any response is a success: 503 for one call must not open the breaker for the others.
          breaker.record(true);
          const isRefused = answer.statusCode && answer.statusCode >= 400 && answer.statusCode < 500;
          const written = changesIn(answer.headers[CHANGES_HEADER]);
          if (isRead(request)) delete answer.headers[CHANGES_HEADER];
          else if (!isRefused) states.get(request)?.onWrite(written);
          removeInternalHeaders(answer);
          // set here, because the proxy library would always answer keep-alive
          if (answer.statusCode === 408 || answer.statusCode === 504) response.shouldKeepAlive = false;
          answer.headers.connection = response.shouldKeepAlive ? 'keep-alive' : 'close';
        },
        error: (_error, request, response) => {
          const state = states.get(request);
          // An abort by the client is no failure of the service; a partial response cannot be replaced.
          if (!state || state.isClientTooSlow || request.socket.destroyed) return void response.destroy();
          if (!isResponse(response) || response.headersSent) return void response.destroy();
          const fail = (): void => {
            breaker.record(false);
            if (!isRead(request)) state.onWrite([]);
            state.refuseRequest(state.isTimedOut ? 'timed-out' : 'unavailable', refusalTexts.unavailable);
          };
          if (!canRetry(state, request)) return fail();
          state.isRetry = true;
          setTimeout(() => {
            if (state.isTimedOut) return fail();
            if (response.destroyed) return;
            request.url = state.url;
            void proxy(request, response, () => {});
          }, RETRY_DELAY_MS);
        },
      },
    });
    return proxy;
  };

  const proxies = new Map(
    Object.entries(options.targets).map(([service, target]) => {
      const breaker = options.breaker(target);
      return [
        service,
        {
          breaker,
          short: createProxy(target, agents.short, breaker),
          long: createProxy(target, agents.long, breaker),
        },
      ];
    }),
  );

  /** Uploads have a minimum rate instead of a timeout. A slow sender gets 408 and the forwarded request ends. */
  const enforceUploadRate = (
    state: RequestState,
    request: IncomingMessage,
    response: ServerResponse,
  ): void => {
    // the client socket is idle while the service processes the file; the idle timeout of the service applies
    request.socket.setTimeout(0);
    const isUpstreamBlocked = (): boolean => !state.outgoing || state.outgoing.writableNeedDrain;
    const stop = enforceMinimumRate(request, options.uploadRate, isUpstreamBlocked, () => {
      state.isClientTooSlow = true;
      if (response.headersSent) request.socket.destroy();
      else state.refuseRequest('request-timed-out', UPLOAD_TOO_SLOW);
      state.outgoing?.destroy();
    });
    response.once('close', stop);
  };

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
      idleTimeoutMs: idleTimeoutMs[kind],
      isShort: kind === 'json' || kind === 'raw',
      isTimedOut: false,
      isClientTooSlow: false,
      isRetry: false,
    };
    states.set(request, state);
    setForwardedHeaders(request, { ...forwarded, internalSecret });
    for (const [name, value] of forwarded.headers) response.setHeader(name, value);
    if (state.isShort) enforceResponseTimeout(response, answerMsOf(state), () => timeOut(state));
    else if (isUpload(forwarded.endpoint)) enforceUploadRate(state, request, response);
    void proxy[state.isShort ? 'short' : 'long'](request, response, () => {});
  };
};
