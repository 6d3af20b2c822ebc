import type { Agent, OutgoingHttpHeaders } from 'node:http';
import { type Endpoint, type ServiceName, services } from '@satrangi/contracts';
import type { Request, RequestHandler, Response } from 'express';
import type { Breaker } from '../circuit-breaker/circuit-breaker.ts';
import { refusalTexts, refuse } from '../http/problem-response.ts';
import { askService } from '../upstream/fetch-service.ts';

/** All parts together must answer in this time. */
const BUDGET_MS = 10_000;
const MOST_BYTES_OF_A_PART = 32 * 1024 * 1024;
/** What the file is called on a reader's disk: nothing that says which site it came from. */
const FILE_NAME = 'my-data.json';

type Part = { readonly service: ServiceName; readonly path: string };

/** Every service whose contract says how a person gets what it holds of them. */
export const exportingParts = (): Part[] =>
  Object.entries(services).flatMap(([service, { api }]) => {
    const { exportMine } = api as Record<string, Endpoint>;
    return exportMine ? [{ service: service as ServiceName, path: exportMine.path }] : [];
  });

export type ExportOptions = {
  readonly targets: Readonly<Record<ServiceName, string>>;
  readonly agent: Agent;
  readonly breaker: (target: string) => Breaker;
  readonly internalSecret: string;
  readonly now: () => number;
  readonly parts?: readonly Part[];
};

/** A service said something else than the person's data: the whole export is not there. */
class PartMissing extends Error {
  readonly refusal: { readonly status: number; readonly body: Buffer } | null;
  constructor(refusal: PartMissing['refusal']) {
    super('a part of the export is missing');
    this.refusal = refusal;
  }
}

/**
 * Everything the site holds of the caller as one document: each service is asked with the caller's own token, so each
 * decides for itself who asks. All parts or none: half an export would look like the whole one.
 */
export const exportAll = (options: ExportOptions): RequestHandler => {
  const { targets, agent, breaker, internalSecret, now } = options;
  const parts = options.parts ?? exportingParts();

  const read = async ({ service, path }: Part, headers: OutgoingHttpHeaders): Promise<unknown> => {
    const target = targets[service];
    const state = breaker(target);
    if (state.isOpen()) throw new PartMissing(null);
    const asked = { path, headers, timeoutMs: BUDGET_MS, maxBytes: MOST_BYTES_OF_A_PART };
    const answer = await askService(target, agent, asked).catch(() => null);
    state.note(answer !== null);
    if (answer?.status === 401 || answer?.status === 403) throw new PartMissing(answer);
    if (answer?.status !== 200) throw new PartMissing(null);
    return JSON.parse(answer.body.toString('utf8'));
  };

  const answer = async (request: Request, response: Response): Promise<void> => {
    const authorization = request.headers.authorization;
    if (!authorization) return refuse(request, response, 'not-authenticated', 'Sign in first');
    const headers = {
      authorization,
      'x-request-id': request.requestId,
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
      const told = error instanceof PartMissing ? error.refusal : null;
      if (!told) return refuse(request, response, 'unavailable', refusalTexts.unavailable);
      response.status(told.status).set('cache-control', 'no-store').type('application/problem+json');
      response.end(told.body);
    }
  };
  return (request, response, next) => void answer(request, response).catch(next);
};
