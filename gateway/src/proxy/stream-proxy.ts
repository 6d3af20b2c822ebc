import type { Agent, ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createProxyMiddleware, proxyEventsPlugin } from 'http-proxy-middleware';
import type { CircuitBreaker } from '../circuit-breaker/circuit-breaker.ts';
import { API_BASE } from '../routing/route-table.ts';
import { enforceMinimumRate, type TransferRate } from '../slow-clients/minimum-transfer-rate.ts';
import { createBufferCollection } from './collect-buffers.ts';
import { handleCallFailure, type RequestState, takeAnswer, timeOut } from './forwarded-request.ts';

const UPLOAD_TOO_SLOW = 'The upload came too slowly. Please try again on a better connection.';

const isResponse = (value: ServerResponse | Socket): value is ServerResponse => 'setHeader' in value;

export type StreamProxyOptions = {
  readonly target: string;
  readonly agent: Agent;
  readonly breaker: CircuitBreaker;
};

/** Forwards uploads and streams to one service. */
export const createStreamProxy = ({ target, agent, breaker }: StreamProxyOptions) => {
  const states = new WeakMap<IncomingMessage, RequestState>();
  const collectBuffersOf = createBufferCollection();
  const proxy = createProxyMiddleware({
    target,
    agent,
    xfwd: false,
    // Only the events plugin: the default error page discloses the upstream address and the query with its tokens.
    ejectPlugins: true,
    plugins: [proxyEventsPlugin],
    pathRewrite: { [`^${API_BASE}`]: '' },
    on: {
      proxyReq: (outgoing: ClientRequest, request) => {
        const state = states.get(request);
        if (!state) return;
        state.destroy = (error) => outgoing.destroy(error);
        state.isUpstreamBlocked = () => outgoing.writableNeedDrain;
        // a listener before that would start the flow, and the first parts would be lost
        outgoing.once('pipe', () => collectBuffersOf(request));
        // the library ends the request after this write, because the client's request was read to its end
        if (state.body) outgoing.write(state.body);
        if (state.idleTimeoutMs > 0) outgoing.setTimeout(state.idleTimeoutMs, () => timeOut(state));
      },
      proxyRes: (answer: IncomingMessage, request, response) => {
        // Any response is a success: 503 for one call must not open the breaker for the others.
        breaker.record(true);
        takeAnswer(states.get(request), answer, request, response);
        // set here, because the proxy library would always answer keep-alive
        answer.headers.connection = response.shouldKeepAlive ? 'keep-alive' : 'close';
      },
      error: (_error, request, response) => {
        const state = states.get(request);
        if (!state || !isResponse(response)) return void response.destroy();
        const retry = (): void => {
          request.url = state.url;
          void proxy(request, response, () => {});
        };
        // a body that is streamed can not be sent again
        handleCallFailure({ breaker, state, request, response, mayHaveArrived: true, retry });
      },
    },
  });
  return (state: RequestState, request: IncomingMessage, response: ServerResponse): void => {
    states.set(request, state);
    for (const [name, value] of state.headers) response.setHeader(name, value);
    void proxy(request, response, () => {});
  };
};

/** Uploads have a minimum rate instead of a timeout. A slow sender gets 408 and the forwarded request ends. */
export const createUploadLimit =
  (uploadRate: TransferRate) =>
  (state: RequestState, request: IncomingMessage, response: ServerResponse): void => {
    // the client socket is idle while the service processes the file; the idle timeout of the service applies
    request.socket.setTimeout(0);
    const stop = enforceMinimumRate(
      request,
      uploadRate,
      () => state.isUpstreamBlocked(),
      () => {
        state.isClientTooSlow = true;
        if (response.headersSent) request.socket.destroy();
        else state.refuseRequest('request-timed-out', UPLOAD_TOO_SLOW);
        state.destroy();
      },
    );
    response.once('close', stop);
  };
