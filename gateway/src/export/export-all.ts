import type { Agent, OutgoingHttpHeaders } from 'node:http';
import { nextTraceparent } from '@satrangi/chassis/without-store';
import { type Endpoint, type ServiceName, services } from '@satrangi/contracts';
import type { Request, RequestHandler, Response } from 'express';
import type { CircuitBreaker } from '../circuit-breaker/circuit-breaker.ts';
import { refusalTexts, refuse } from '../http/problem-response.ts';
import { fetchFromService } from '../upstream/fetch-service.ts';

/** Timeout of the whole export. */
const TIMEOUT_MS = 10_000;
const MAX_PART_BYTES = 32 * 1024 * 1024;
/** The file name on the reader's disk does not disclose the site. */
const FILE_NAME = 'my-data.json';

type Part = { readonly service: ServiceName; readonly path: string };

/** The services whose contract has an `exportMine` endpoint. */
export const exportSources = (): Part[] =>
  Object.entries(services).flatMap(([service, { api }]) => {
    const { exportMine } = api as Record<string, Endpoint>;
    return exportMine ? [{ service: service as ServiceName, path: exportMine.path }] : [];
  });

export type ExportOptions = {
  readonly targets: Readonly<Record<ServiceName, string>>;
  readonly agent: Agent;
  readonly breaker: (target: string) => CircuitBreaker;
  readonly internalSecret: string;
  readonly now: () => number;
  readonly parts?: readonly Part[];
};

/** A service did not return its part; the whole export fails. `refusal` is passed on when present. */
class ExportPartUnavailable extends Error {
  readonly refusal: { readonly status: number; readonly body: Buffer } | null;
  constructor(refusal: ExportPartUnavailable['refusal']) {
    super('export part unavailable');
    this.refusal = refusal;
  }
}

/**
 * Exports all personal data of the caller as one document. Each service gets the caller's token and authorizes the call.
 * The export is complete or fails: a partial one would look complete.
 */
export const createExportHandler = (options: ExportOptions): RequestHandler => {
  const { targets, agent, breaker, internalSecret, now } = options;
  const parts = options.parts ?? exportSources();

  const read = async ({ service, path }: Part, headers: OutgoingHttpHeaders): Promise<unknown> => {
    const target = targets[service];
    const state = breaker(target);
    if (state.isOpen()) throw new ExportPartUnavailable(null);
    const serviceRequest = { path, headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_PART_BYTES };
    const answer = await fetchFromService(target, agent, serviceRequest).catch(() => null);
    state.record(answer !== null);
    if (answer?.status === 401 || answer?.status === 403) throw new ExportPartUnavailable(answer);
    if (answer?.status !== 200) throw new ExportPartUnavailable(null);
    return JSON.parse(answer.body.toString('utf8'));
  };

  const answer = async (request: Request, response: Response): Promise<void> => {
    const authorization = request.headers.authorization;
    if (!authorization) return refuse(request, response, 'not-authenticated', 'Sign in first');
    const headers = {
      authorization,
      'x-request-id': request.requestId,
      traceparent: nextTraceparent(request.headers.traceparent),
      'x-client-ip': request.ip ?? '',
      'x-internal-secret': internalSecret,
    };
    try {
      const answers = await Promise.all(
        parts.map(async (part) => [part.service, await read(part, headers)] as const),
      );
      response
        .status(200)
        .set('cache-control', 'no-store')
        .set('content-disposition', `attachment; filename="${FILE_NAME}"`)
        .json({ exportedAt: new Date(now()).toISOString(), ...Object.fromEntries(answers) });
    } catch (error) {
      const refusal = error instanceof ExportPartUnavailable ? error.refusal : null;
      if (!refusal) return refuse(request, response, 'unavailable', refusalTexts.unavailable);
      response.status(refusal.status).set('cache-control', 'no-store').type('application/problem+json');
      response.end(refusal.body);
    }
  };
  return (request, response, next) => void answer(request, response).catch(next);
};
