import type { Agent, ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Endpoint, ServiceName } from '@satrangi/contracts';
import type { NextFunction, Request, Response } from 'express';
import { createProxyMiddleware, proxyEventsPlugin } from 'http-proxy-middleware';
import type { Breaker } from '../edge/breaker.ts';
import { type Refuse, refusalTexts } from '../edge/refuse.ts';

type Kind = NonNullable<Endpoint['kind']>;

/** How long a service may be silent, by kind of endpoint; short questions have one budget for all (reliability P26). */
const SILENT_MS: Readonly<Record<'upload' | 'stream' | 'live', number>> = {
  upload: 120_000,
  stream: 60_000,
  live: 0,
};

/** A service that has just gone may be back: reads are asked once more after this long, writes never. */
const AGAIN_MS = 150;
const ENOUGH_LEFT = 0.5;

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
  /** How long the whole answer to a short question may take, however busily it drips. */
  readonly answerMs: number;
};

/** What is known of one request on its way. */
type Journey = {
  readonly startedAt: number;
  readonly silentMs: number;
  readonly userId: string | null;
  readonly next: NextFunction;
  outgoing?: ClientRequest;
  isLate: boolean;
  isSecondTry: boolean;
};

const isResponse = (value: ServerResponse | Socket): value is ServerResponse => 'setHeader' in value;
const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/**
 * Streams a request to its service and the answer back, unread. A service that does not answer costs its own
 * routes only: 503 at once while its breaker is open, 504 when it stays silent.
 */
export const serviceProxy = (options: ProxyOptions) => {
  const { answerMs } = options;
  const silentMs = { ...SILENT_MS, json: answerMs, raw: answerMs } satisfies Record<Kind, number>;
  const journeys = new WeakMap<IncomingMessage, Journey>();

  // The proxy library sees plain Node requests; ours come through Express and carry its fields.
  const clean = (outgoing: ClientRequest, plain: IncomingMessage): void => {
    const request = plain as Request;
    const journey = journeys.get(request);
    if (journey) journey.outgoing = outgoing;
    for (const name of OURS) outgoing.removeHeader(name);
    outgoing.setHeader('x-request-id', request.requestId);
    outgoing.setHeader('x-client-ip', request.ip ?? '');
    outgoing.setHeader('x-internal-secret', options.internalSecret);
    if (journey?.userId) outgoing.setHeader('x-user-id', journey.userId);
  };

  const mayAskAgain = (request: IncomingMessage, response: ServerResponse | Socket): boolean => {
    const journey = journeys.get(request);
    if (!journey || journey.isSecondTry || journey.isLate || !isRead(request)) return false;
    const spent = performance.now() - journey.startedAt;
    return isResponse(response) && !response.headersSent && spent < answerMs * ENOUGH_LEFT;
  };

  const fail = (request: IncomingMessage, response: ServerResponse | Socket): void => {
    if (!isResponse(response) || response.headersSent) return void response.destroy();
    const journey = journeys.get(request);
    const wasSilent =
      journey !== undefined &&
      (journey.isLate || performance.now() - journey.startedAt >= journey.silentMs * 0.95);
    options.refuse(request, response, wasSilent ? 'timed-out' : 'unavailable', refusalTexts.unavailable);
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
        proxyRes: (answer: IncomingMessage, _request, response) => {
          // Whatever it says, it is there: 503 for one call is no reason to close the others.
          breaker.note(true);
          for (const name of ['x-powered-by', 'server']) delete answer.headers[name];
          // the proxy library would promise the visitor to keep the connection
          if (!response.shouldKeepAlive) answer.headers.connection = 'close';
        },
        error: (_error, request, response) => {
          // A visitor who leaves says nothing about the service.
          if (request.socket.destroyed) return void response.destroy();
          if (mayAskAgain(request, response)) {
            const again = request as Request;
            const journey = journeys.get(again) as Journey;
            journey.isSecondTry = true;
            setTimeout(() => {
              again.url = again.originalUrl;
              void proxy(again, response as Response, journey.next);
            }, AGAIN_MS);
            return;
          }
          breaker.note(false);
          fail(request, response);
        },
      },
    });
    made.set(key, proxy);
    return proxy;
  };

  return (
    service: ServiceName,
    endpoint: Endpoint,
    userId: string | null,
    request: Request,
    response: Response,
    next: NextFunction,
  ): void => {
    const target = options.targets[service];
    if (options.breaker(target).isOpen()) {
      options.refuse(request, response, 'unavailable', refusalTexts.unavailable);
      return;
    }
    const kind = endpoint.kind ?? 'json';
    const journey: Journey = {
      startedAt: performance.now(),
      silentMs: silentMs[kind],
      userId,
      next,
      isLate: false,
      isSecondTry: false,
    };
    journeys.set(request, journey);
    if (kind === 'json' || kind === 'raw') {
      const late = setTimeout(() => {
        journey.isLate = true;
        journey.outgoing?.destroy();
        if (response.headersSent) response.destroy();
      }, answerMs);
      response.once('close', () => clearTimeout(late));
    }
    void proxyFor(target, silentMs[kind])(request, response, next);
  };
};
