import type { Agent, ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Endpoint, ServiceName } from '@satrangi/contracts';
import type { NextFunction, Request, Response } from 'express';
import { createProxyMiddleware, proxyEventsPlugin } from 'http-proxy-middleware';
import type { Breaker } from '../edge/breaker.ts';
import { type Refuse, refusalTexts } from '../edge/refuse.ts';

/** How long a service may be silent, by kind of endpoint (reliability P26). */
const TIMEOUT_MS: Record<NonNullable<Endpoint['kind']>, number> = {
  json: 10_000,
  raw: 10_000,
  upload: 120_000,
  stream: 60_000,
  live: 0,
};

/** Headers a visitor may not set: who they are and where they come from is for us to say. */
const OURS = [
  'x-user-id',
  'x-user-role',
  'x-role',
  'x-internal-secret',
  'x-client-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
];

type Proxy = ReturnType<typeof createProxyMiddleware>;

export type ProxyOptions = {
  readonly targets: Readonly<Record<ServiceName, string>>;
  readonly agent: Agent;
  readonly internalSecret: string;
  readonly breaker: (target: string) => Breaker;
  readonly refuse: Refuse;
};

const isResponse = (value: ServerResponse | Socket): value is ServerResponse => 'setHeader' in value;

/**
 * Streams a request to its service and the answer back, unread. A service that does not answer costs its own
 * routes only: 503 at once while its breaker is open, 504 when it stays silent.
 */
export const serviceProxy = (options: ProxyOptions) => {
  // The proxy library sees plain Node requests; ours come through Express and carry its fields.
  const clean = (outgoing: ClientRequest, plain: IncomingMessage): void => {
    const request = plain as Request;
    for (const name of OURS) outgoing.removeHeader(name);
    outgoing.setHeader('x-request-id', request.requestId);
    outgoing.setHeader('x-client-ip', request.ip ?? '');
    outgoing.setHeader('x-internal-secret', options.internalSecret);
  };

  const fail = (
    error: NodeJS.ErrnoException,
    request: IncomingMessage,
    response: ServerResponse | Socket,
  ): void => {
    if (!isResponse(response) || response.headersSent || request.socket.destroyed) {
      response.destroy();
      return;
    }
    const silent = error.code === 'ECONNRESET' || error.code === 'ETIMEDOUT';
    options.refuse(request, response, silent ? 'timed-out' : 'unavailable', refusalTexts.unavailable);
  };

  const made = new Map<string, Proxy>();
  const proxyFor = (target: string, timeoutMs: number): Proxy => {
    const key = `${target} ${timeoutMs}`;
    const known = made.get(key);
    if (known) return known;
    const breaker = options.breaker(target);
    const proxy = createProxyMiddleware({
      target,
      agent: options.agent,
      proxyTimeout: timeoutMs,
      xfwd: false,
      // Only its events: the default error page names the upstream address and the query, tokens and all.
      ejectPlugins: true,
      plugins: [proxyEventsPlugin],
      pathRewrite: { '^/api': '' },
      on: {
        proxyReq: clean,
        proxyRes: (answer: IncomingMessage) => {
          breaker.note((answer.statusCode ?? 500) < 502);
          for (const name of ['x-powered-by', 'server']) delete answer.headers[name];
        },
        error: (error, request, response) => {
          // A visitor who leaves says nothing about the service.
          if (!request.socket.destroyed) breaker.note(false);
          fail(error, request, response);
        },
      },
    });
    made.set(key, proxy);
    return proxy;
  };

  return (
    service: ServiceName,
    endpoint: Endpoint,
    request: Request,
    response: Response,
    next: NextFunction,
  ): void => {
    const target = options.targets[service];
    if (options.breaker(target).isOpen()) {
      options.refuse(request, response, 'unavailable', refusalTexts.unavailable);
      return;
    }
    void proxyFor(target, TIMEOUT_MS[endpoint.kind ?? 'json'])(request, response, next);
  };
};
