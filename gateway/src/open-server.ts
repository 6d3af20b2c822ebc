import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceNames } from '@satrangi/contracts';
import type { GatewayConfig } from './config.ts';
import { handleMalformedRequests, isSupportedMethod } from './http/malformed-requests.ts';
import { refusalTexts, refuse } from './http/problem-response.ts';
import type { Handlers } from './request-handlers.ts';
import { isWithinPipelineLimit } from './slow-clients/pipeline-limit.ts';
import { limitSockets } from './slow-clients/socket-limits.ts';
import { limitUnreadBody } from './slow-clients/unread-body.ts';

const SHUTDOWN_TIMEOUT_MS = 10_000;
/** Interval at which Node checks the headers timeout. */
const HEADERS_CHECK_MS = 1_000;

/** Passes each request to the first handler that takes it. */
const createListener = (handlers: Handlers, isStopping: () => boolean): RequestListener => {
  const { responses, updates, clients, handleApi, app, refuseConcurrent } = handlers;
  return (request, response) => {
    // Clients whose base URL ends in /api may repeat it (checklist GTW-03).
    if (request.url?.startsWith('/api/api/')) request.url = request.url.slice('/api'.length);
    // During shutdown clients must open a new connection for the next request.
    if (isStopping()) response.shouldKeepAlive = false;
    if (!isWithinPipelineLimit(request, response)) return void request.socket.destroy();
    limitUnreadBody(request, response);
    if (!isSupportedMethod(request))
      return refuse(request, response, 'method-not-allowed', refusalTexts.notAllowed);
    if (responses.serve(request, response)) return;
    if (updates.handle(request, response)) return;
    if (!clients.inFlight.take(clients.keyOf(request), response)) return refuseConcurrent(request, response);
    // Requests with an origin need CORS, which Express handles.
    if (request.headers.origin === undefined && handleApi(request, response)) return;
    app(request, response);
  };
};

type ServerOptions = {
  readonly config: GatewayConfig;
  /** Headers of every response of the gateway. */
  readonly headers: Readonly<Record<string, string>>;
  readonly handlers: Handlers;
  readonly isStopping: () => boolean;
};

/** Listens, with limits for connections and slow clients. */
export const openServer = async ({ config, headers, handlers, isStopping }: ServerOptions) => {
  const serverOptions = {
    keepAliveTimeout: 65_000,
    headersTimeout: config.HEADERS_MS,
    connectionsCheckingInterval: Math.min(HEADERS_CHECK_MS, config.HEADERS_MS),
    // uploads have a minimum rate, other bodies a timeout of their own
    requestTimeout: 0,
  };
  const server = createServer(serverOptions, createListener(handlers, isStopping));
  // each stream proxy adds a 'close' listener at its first request: one per service, which Node reports as a leak above ten
  server.setMaxListeners(server.getMaxListeners() + serviceNames.length);
  limitSockets(server, {
    perAddress: config.TRUST_PROXY > 0 ? null : config.CONNECTIONS_PER_ADDRESS,
    total: config.MAX_CONNECTIONS,
    idleMs: config.IDLE_MS,
  });
  handleMalformedRequests(server, headers);
  server.listen(config.PORT, config.HOST);
  await once(server, 'listening');
  // a listening TCP server has an address with a port
  const { port } = server.address() as AddressInfo;
  return { server, port };
};

/** Closes the server when its requests are answered, at the latest after ten seconds. @param endStreams ends open streams */
export const closeServer = async (server: Server, endStreams: () => void): Promise<void> => {
  const closed = new Promise((resolve) => server.close(resolve));
  endStreams();
  // connections become idle after their response and would stay open for the next request
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  await Promise.race([closed, sleep(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })]);
  clearInterval(idle);
  server.closeAllConnections();
};
