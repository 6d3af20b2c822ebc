import type { Agent, IncomingMessage, ServerResponse } from 'node:http';
import { sameSecret } from '@satrangi/chassis/without-store';
import { type Filling, gatewayApi, type ServiceName } from '@satrangi/contracts';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { createProxyMiddleware, proxyEventsPlugin } from 'http-proxy-middleware';
import type { createApiHandler } from './api.ts';
import type { GatewayConfig } from './config.ts';
import { checkServices } from './health/readiness.ts';
import type { CorsHandler } from './http/cors.ts';
import { refusalTexts, refuse } from './http/problem-response.ts';
import { requestIdOf } from './http/request-id.ts';
import { createAdminHandler } from './pages/admin-pages.ts';
import { createShopHandler } from './pages/shop-pages.ts';
import { createSiteFilesHandler } from './pages/site-files.ts';
import type { RateLimits } from './rate-limit/rate-limits.ts';
import type { ResponseCache } from './response-cache/response-cache.ts';
import type { RouteTable } from './routing/route-table.ts';

declare module 'express-serve-static-core' {
  interface Request {
    requestId: string;
  }
}

export type AppOptions = {
  readonly config: GatewayConfig;
  readonly headers: Readonly<Record<string, string>>;
  readonly cors: CorsHandler;
  readonly routes: RouteTable;
  readonly targets: Readonly<Record<ServiceName, string>>;
  readonly agent: Agent;
  readonly handleApi: ReturnType<typeof createApiHandler>;
  readonly limits: RateLimits;
  /** Reads a cacheable public endpoint; null when its service is unavailable. */
  readonly readPublic: ResponseCache['read'];
  readonly countryOf: (address: string) => Promise<string>;
  readonly exportAll: RequestHandler;
  readonly isOpen: () => boolean;
  /** Progress of the demo titles at a first start; null when none are being added. */
  readonly filling: () => Filling | null;
  readonly metrics: () => Promise<{ readonly type: string; readonly text: string }>;
  readonly onDefect: (error: unknown, request: IncomingMessage, response: ServerResponse) => void;
};

/** Liveness answers quickly and reports the services without waiting for slow ones. */
const LIVENESS_TIMEOUT_MS = 500;

const identify: RequestHandler = (request, response, next) => {
  request.requestId = requestIdOf(request);
  response.setHeader('x-request-id', request.requestId);
  next();
};

const gatewayHandlers = ({
  countryOf,
  config,
  targets,
  agent,
  isOpen,
  filling,
}: AppOptions): Record<string, RequestHandler> => ({
  [gatewayApi.geo.path]: async (request, response) => {
    const proxyCountry =
      config.COUNTRY_HEADER && config.TRUST_PROXY > 0 ? request.get(config.COUNTRY_HEADER) : undefined;
    const country =
      proxyCountry && /^[A-Za-z]{2}$/.test(proxyCountry)
        ? proxyCountry.toUpperCase()
        : await countryOf(request.ip ?? '');
    response.set('cache-control', 'private, no-store').json({ country_code: country });
  },
  [gatewayApi.healthz.path]: async (_request, response) => {
    const { services } = await checkServices(targets, agent, LIVENESS_TIMEOUT_MS);
    response.set('cache-control', 'no-store').json({ ok: true, services });
  },
  [gatewayApi.readyz.path]: async (_request, response) => {
    const readiness = await checkServices(targets, agent);
    const ok = readiness.ok && isOpen();
    const progress = filling();
    response
      .status(ok ? 200 : 503)
      .set('cache-control', 'no-store')
      .json({ ...readiness, ok, ...(progress && { filling: progress }) });
  },
});

/** The Express app: the gateway's own endpoints, the sandbox, pages, and refusals of unknown paths. */
export const createGatewayApp = (options: AppOptions): Express => {
  const { config, routes } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.TRUST_PROXY);
  app.use(identify, (_request, response, next) => {
    for (const [name, value] of Object.entries(options.headers)) response.setHeader(name, value);
    next();
  });
  app.use('/api', options.cors);

  for (const [path, handle] of Object.entries(gatewayHandlers(options)))
    app.get(`/api${path}`, options.limits.cheap.middleware, handle);
  app.get(`/api${gatewayApi.exportAll.path}`, options.limits.normal.middleware, options.exportAll);
  // For the platform that runs this process. Its readiness is its own: one dead service must not take all gateways out.
  app.get('/health/live', (_request, response) => {
    response.set('cache-control', 'no-store').json({ ok: true, service: 'gateway' });
  });
  app.get('/health/ready', (_request, response) => {
    const ok = options.isOpen();
    response
      .status(ok ? 200 : 503)
      .set('cache-control', 'no-store')
      .json({ ok, service: 'gateway' });
  });
  // Requires the internal secret; other clients get 404.
  app.get('/metrics', async (request, response) => {
    if (!sameSecret(request.get('x-internal-secret'), config.INTERNAL_SECRET))
      return refuse(request, response, 'not-found', refusalTexts.notFound);
    const { type, text } = await options.metrics();
    response.set('content-type', type).end(text);
  });

  if (config.SANDBOX_URL) {
    // The sandbox sends its own headers.
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
    if (!options.handleApi(request, response)) next();
  });
  app.use('/api', (request, response) => {
    const methods = routes.methodsAt(request.path);
    if (methods.length === 0) return refuse(request, response, 'not-found', refusalTexts.notFound);
    return refuse(request, response, 'method-not-allowed', refusalTexts.notAllowed, {
      allow: methods.join(', '),
    });
  });

  app.use(createSiteFilesHandler(config, options.readPublic));
  const admin = createAdminHandler(config);
  if (admin) app.use(admin);
  const shop = createShopHandler(config, options.readPublic, () => options.filling() !== null);
  if (shop) app.use(shop);
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
