import type { Express } from 'express';

export type Health = {
  readonly ok: boolean;
  readonly parts: Readonly<Record<string, string>>;
  /** Dependencies without which the service is not ready. */
  readonly waitingFor: readonly string[];
};

/** Metrics in the text format of Prometheus. */
export type MetricsText = { readonly contentType: string; readonly text: () => Promise<string> };

type Deps = {
  readonly service: string;
  readonly metrics: MetricsText;
  readonly health: () => Promise<Health>;
};

/**
 * Endpoints for operators; the gateway never routes to them. Liveness ignores dependencies; readiness checks them.
 */
export const mountOpsRoutes =
  ({ service, metrics, health }: Deps) =>
  (app: Express): void => {
    app.get('/health/live', (_request, response) => {
      response.json({ ok: true, service });
    });
    app.get('/health/ready', async (_request, response) => {
      const { ok, parts, waitingFor } = await health();
      response.status(ok ? 200 : 503).json({ ok, service, ...parts, waitingFor });
    });
    app.get('/metrics', async (_request, response) => {
      response.setHeader('content-type', metrics.contentType);
      response.end(await metrics.text());
    });
  };
