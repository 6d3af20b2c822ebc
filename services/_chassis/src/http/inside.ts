import type { Express } from 'express';
import type { Metrics } from '../metrics.ts';

export type Health = {
  readonly ok: boolean;
  readonly parts: Readonly<Record<string, string>>;
  /** Dependencies without which the service is not ready. */
  readonly waitingFor: readonly string[];
};

/** Addresses for operators, never routed by the gateway. Liveness knows nothing of neighbours; readiness tells the truth. */
export const mountInside =
  ({
    service,
    metrics,
    health,
  }: {
    readonly service: string;
    readonly metrics: Metrics;
    readonly health: () => Promise<Health>;
  }) =>
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
