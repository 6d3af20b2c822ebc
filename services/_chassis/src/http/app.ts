import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { byPrecedence, CHANGES_HEADER, CHANGES_MAX, type Endpoint, isAudited } from '@satrangi/contracts';
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Response } from 'express';
import { stopwatch } from '../base/clock.ts';
import { type Correlation, correlateOrder, withCorrelation } from '../base/correlation.ts';
import { systemIds } from '../base/ids.ts';
import type { Logger } from '../base/log.ts';
import { isStoreUnavailable } from '../base/store-unavailable.ts';
import { nextTraceparent, traceIdOf } from '../base/trace.ts';
import { collectChanges } from '../base/written-changes.ts';
import { type Spans, withSpans } from '../tracing/spans.ts';
import { type AuditAct, targetOf } from './audit.ts';
import type { Auth, Caller } from './auth.ts';
import { dependsOnCaller, NO_STORE } from './caching.ts';
import { bodyReader, readInput } from './input.ts';
import type { Exchange, MountedApi, MountedEndpoint } from './mount-api.ts';
import { createReadAfter, type Reach, type ReadAfter } from './read-after.ts';
import { defect, problemBody, Refusal, refusalOf } from './refusal.ts';
import { readUpload } from './uploads.ts';

export type AppOptions = {
  readonly apis: readonly MountedApi[];
  readonly auth: Auth;
  readonly log: Logger;
  /** Records calls of admins that change something; without it none are. */
  readonly audit?: AuditAct | undefined;
  readonly uploadDir: string;
  readonly reach?: Reach | undefined;
  /** True when the store responds to a ping. */
  readonly storeAnswers: () => Promise<boolean>;
  /** False while the service starts: every endpoint answers 503 then. */
  readonly isOpen: () => boolean;
  readonly observe: (method: string, route: string, status: number, ms: number) => void;
  /** Where the spans of requests are recorded; null: nowhere. */
  readonly spans?: Spans | null;
  /** Mounted before the endpoints: health and metrics. */
  readonly mountOps: (app: Express) => void;
};

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';
const verbOf = (endpoint: Endpoint): Verb => endpoint.method.toLowerCase() as Verb;

const requestIdOf = (request: IncomingMessage): string => {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : systemIds.newId();
};

const sendProblem = (response: ServerResponse, refusal: Refusal, requestId: string): void => {
  if (refusal.more.retryAfter !== undefined)
    response.setHeader('retry-after', String(refusal.more.retryAfter));
  response.statusCode = refusal.status;
  response.setHeader('content-type', 'application/problem+json; charset=utf-8');
  response.setHeader('cache-control', NO_STORE);
  response.end(JSON.stringify(problemBody(refusal, requestId)));
};

const notReady = new Refusal('unavailable', 'Not available right now', { retryAfter: 1 });

/** Answers 503 until the app is built, so that early requests do not wait. */
export const answerUnavailable: RequestListener = (request, response) => {
  const requestId = requestIdOf(request);
  response.setHeader('x-request-id', requestId);
  sendProblem(response, notReady, requestId);
};

const sendAnswer = (endpoint: Endpoint, response: Response, answer: unknown): void => {
  if (response.headersSent) return;
  // set again: a handler must not make a caller-dependent response cacheable
  if (dependsOnCaller(endpoint)) response.setHeader('cache-control', NO_STORE);
  response.statusCode = endpoint.status ?? 200;
  if (response.statusCode === 204) return void response.end();
  const body = JSON.stringify(endpoint.response.parse(answer));
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(body);
};

/** A signal that is made when it is asked for, which few handlers do: it costs as much as a third of a small answer. */
const leftSignalOf = (response: Response) => (): AbortSignal => {
  const left = new AbortController();
  const leave = (): void => {
    if (!response.writableFinished) left.abort();
  };
  if (response.closed) leave();
  else response.once('close', leave);
  return left.signal;
};

type Call = { input: ReturnType<typeof readInput>; caller: Caller | undefined; exchange: Exchange };

/** Calls the handler, recorded when it is a write of an admin. Input that is not valid is refused before. */
const callHandler = (
  { name, endpoint, handle }: MountedEndpoint,
  { input, caller, exchange }: Call,
  audit: AuditAct | undefined,
): Promise<unknown> => {
  const run = async (): Promise<unknown> => handle(input, caller, exchange);
  if (!audit || !caller || !isAudited(endpoint)) return run();
  const { requestId } = exchange;
  return audit({ by: caller.userId, endpoint: name, target: targetOf(input.params), requestId }, run);
};

const handlerOf = (mounted: MountedEndpoint, options: AppOptions, readAfter: ReadAfter): RequestHandler => {
  const { endpoint, guard } = mounted;
  const { auth } = options;
  const readBody = bodyReader(endpoint);
  return async (request, response) => {
    if (!options.isOpen()) throw notReady;
    const isPrivate = dependsOnCaller(endpoint);
    if (isPrivate) response.setHeader('cache-control', NO_STORE);
    const caller = await auth(endpoint, request);
    await guard?.({ request, response });
    await readBody(request, response);
    const upload =
      endpoint.kind === 'upload' ? await readUpload(endpoint, request, response, options) : undefined;
    try {
      const exchange: Exchange = {
        request,
        response,
        requestId: response.locals.requestId as string,
        isPrivate,
        files: upload?.files ?? {},
        leftSignal: leftSignalOf(response),
      };
      const input = readInput(endpoint, request);
      if (typeof request.params.orderId === 'string') correlateOrder(request.params.orderId);
      if (endpoint.method === 'GET') await readAfter(request, response);
      const changes = new Set<string>();
      const answer = await collectChanges(changes, () =>
        callHandler(mounted, { input, caller, exchange }, options.audit),
      );
      if (changes.size > 0 && !response.headersSent)
        response.setHeader(CHANGES_HEADER, [...changes].slice(-CHANGES_MAX).join(','));
      if (endpoint.kind !== 'stream' && endpoint.kind !== 'live') sendAnswer(endpoint, response, answer);
    } finally {
      await upload?.cleanUp();
    }
  };
};

/** Creates the HTTP app of a service: the endpoints of its contracts, health and metrics. */
export const createApp = (options: AppOptions): Express => {
  const { log, spans = null } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');

  app.use((request, response, next) => {
    const elapsed = stopwatch();
    const requestId = requestIdOf(request);
    const parent = request.headers.traceparent;
    const traceparent = nextTraceparent(parent);
    const correlation: Correlation = { id: requestId, traceparent };
    response.locals.requestId = requestId;
    response.setHeader('x-request-id', requestId);
    response.once('close', () => {
      const route = typeof request.route?.path === 'string' ? request.route.path : 'unknown';
      const line = {
        requestId,
        method: request.method,
        route,
        status: response.statusCode,
        ms: Math.round(elapsed()),
      };
      options.observe(request.method, route, response.statusCode, elapsed());
      spans?.record({
        name: `${request.method} ${route}`,
        kind: 'server',
        traceparent,
        parent: traceIdOf(parent) ? String(parent) : undefined,
        ms: elapsed(),
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': response.statusCode,
          'satrangi.order.id': correlation.orderId,
        },
        error: response.statusCode >= 500 ? String(response.statusCode) : undefined,
      });
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      withCorrelation(correlation, () => log[isRead ? 'debug' : 'info'](line, 'request answered'));
    });
    withSpans(spans, () => withCorrelation(correlation, next));
  });
  options.mountOps(app);

  const readAfter = createReadAfter(options.reach, options.storeAnswers);
  const endpoints = options.apis.flat().sort((a, b) => byPrecedence(a.endpoint, b.endpoint));
  for (const mounted of endpoints)
    app[verbOf(mounted.endpoint)](mounted.endpoint.path, handlerOf(mounted, options, readAfter));
  for (const path of new Set(endpoints.map(({ endpoint }) => endpoint.path))) {
    const allowed = endpoints
      .filter(({ endpoint }) => endpoint.path === path)
      .map(({ endpoint }) => endpoint.method);
    app.all(path, (_request, response) => {
      response.setHeader('allow', allowed.join(', '));
      throw new Refusal('method-not-allowed', 'That method is not offered here');
    });
  }
  app.use(() => {
    throw new Refusal('not-found', 'Not found');
  });

  const answer: ErrorRequestHandler = (error: unknown, request, response, _next) => {
    const requestId = response.locals.requestId as string;
    const refusal = refusalOf(error);
    // not `request.destroyed`: it is true for every request whose body was read
    const hasDisconnected = request.socket.destroyed && !response.headersSent;
    if (hasDisconnected) log.debug({ requestId }, 'client disconnected');
    else if (isStoreUnavailable(error)) log.warn({ err: error, requestId }, 'store unavailable');
    else if (!refusal) log.error({ err: error, requestId, method: request.method }, 'request failed');
    // a response in progress cannot be replaced: closing the connection signals the error
    if (response.headersSent) return void response.destroy();
    sendProblem(response, refusal ?? defect, requestId);
  };
  app.use(answer);
  return app;
};
