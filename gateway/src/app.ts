import type { Agent, IncomingMessage, ServerResponse } from 'node:http';
import { sameSecret } from '@satrangi/chassis';
import { type Filling, gatewayApi, type ServiceName } from '@satrangi/contracts';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { createProxyMiddleware, proxyEventsPlugin } from 'http-proxy-middleware';
import type { answerApi } from './api.ts';
import type { GatewayConfig } from './config.ts';
import { askAll } from './health/readiness.ts';
import type { CrossOrigin } from './http/cors.ts';
import { refusalTexts, refuse } from './http/problem-response.ts';
import { requestIdOf } from './http/request-id.ts';
import { servePages } from './pages/serve-pages.ts';
import type { Limits } from './rate-limit/rate-limits.ts';
import type { RouteTable } from './routing/route-table.ts';

declare module 'express-serve-static-core' {
  interface Request {
    requestId: string;
  }
}

export type AppOptions = {
  readonly config: GatewayConfig;
  readonly headers: Readonly<Record<string, string>>;
  readonly crossOrigin: CrossOrigin;
  readonly routes: RouteTable;
  readonly targets: Readonly<Record<ServiceName, string>>;
  readonly agent: Agent;
  readonly answerApi: ReturnType<typeof answerApi>;
  readonly limits: Limits;
  readonly countryOf: (address: string) => Promise<string>;
  readonly exportAll: RequestHandler;
  readonly isStopping: () => boolean;
  /** How far the demo titles of a first start are; null when none are on their way. */
  readonly filling: () => Filling | null;
  readonly metrics: () => Promise<{ readonly type: string; readonly text: string }>;
  readonly onDefect: (error: unknown, request: IncomingMessage, response: ServerResponse) => void;
};

/** Being alive is told quickly, whatever the neighbours do. */
const GLANCE_MS = 500;

const identify: RequestHandler = (request, response, next) => {
  request.requestId = requestIdOf(request);
  response.setHeader('x-request-id', request.requestId);
  next();
};

const ownAnswers = ({
  countryOf,
  config,
  targets,
  agent,
  isStopping,
  filling,
}: AppOptions): Record<string, RequestHandler> => ({
  [gatewayApi.geo.path]: async (request, response) => {
    const told =
      config.COUNTRY_HEADER && config.TRUST_PROXY > 0 ? request.get(config.COUNTRY_HEADER) : undefined;
    const country =
      told && /^[A-Za-z]{2}$/.test(told) ? told.toUpperCase() : await countryOf(request.ip ?? '');
    response.set('cache-control', 'private, no-store').json({ country_code: country });
  },
  [gatewayApi.healthz.path]: async (_request, response) => {
    const { services } = await askAll(targets, agent, GLANCE_MS);
    response.set('cache-control', 'no-store').json({ ok: true, services });
  },
  [gatewayApi.readyz.path]: async (_request, response) => {
    const readiness = await askAll(targets, agent);
    const ok = readiness.ok && !isStopping();
    const arriving = filling();
    response
      .status(ok ? 200 : 503)
      .set('cache-control', 'no-store')
      .json({ ...readiness, ok, ...(arriving && { filling: arriving }) });
  },
});

/** Everything the gateway answers that is neither hot nor simply passed on; what nobody names is refused. */
export const gatewayApp = (options: AppOptions): Express => {
  const { config, routes } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.TRUST_PROXY);
  app.use(identify, (_request, response, next) => {
    for (const [name, value] of Object.entries(options.headers)) response.setHeader(name, value);
    next();
  });
  app.use('/api', options.crossOrigin);

  for (const [path, handle] of Object.entries(ownAnswers(options)))
    app.get(`/api${path}`, options.limits.cheap.inExpress, handle);
  app.get(`/api${gatewayApi.exportAll.path}`, options.limits.normal.inExpress, options.exportAll);
  // For the operator's collector, who knows the secret; nobody else learns that it exists.
  app.get('/metrics', async (request, response) => {
    if (!sameSecret(request.get('x-internal-secret'), config.INTERNAL_SECRET))
      return refuse(request, response, 'not-found', refusalTexts.notFound);
    const { type, text } = await options.metrics();
    response.set('content-type', type).end(text);
  });

  if (config.SANDBOX_URL) {
    // The sandbox brings its own headers: its pages are not ours.
    const sandbox = createProxyMiddleware({
      target: config.SANDBOX_URL,
      agent: options.agent,
      pathFilter: '/sandbox',
      ejectPlugins: true,
      plugins: [proxyEventsPlugin],
      on: {
        error: (_error, request, response) => {
          if ('headersSent' in response && !response.headersSent)
            refuse(request, response, 'unavailable', refusalTexts.unavailable);
          else response.destroy();
        },
      },
    });
    app.use((request, response, next) => void sandbox(request, response, next));
  }

  app.use((request, response, next) => {
    if (!options.answerApi(request, response)) next();
  });
  app.use('/api', (request, response) => {
    const methods = routes.methodsAt(request.path);
    if (methods.length === 0) return refuse(request, response, 'not-found', refusalTexts.notFound);
    return refuse(request, response, 'method-not-allowed', refusalTexts.notAllowed, {
      allow: methods.join(', '),
    });
  });

  const pages = servePages(config, () => options.filling() !== null);
  if (pages) app.use(pages);
  app.use((request, response) => refuse(request, response, 'not-found', refusalTexts.notFound));

  const onError: ErrorRequestHandler = (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const status = (error as { status?: number }).status ?? 500;
    if (status >= 500) return options.onDefect(error, request, response);
    return refuse(request, response, 'validation-failed', 'The request is not valid');
  };
  app.use(onError);
  return app;
};
