import { setTimeout as wait } from 'node:timers/promises';
import type { Request, RequestHandler } from 'express';
import type { InjectedFault, Knobs } from './knobs.ts';
import type { Ledger } from './ledger.ts';

/** A hanging call does not keep the process alive. */
const sleep = (ms: number): Promise<void> => wait(ms, undefined, { ref: false });

export type ProviderResponse = { status: number; body: unknown; headers?: Record<string, string> };

/** An intended error response in the shape of the provider. */
export class ProviderRefusal extends Error {
  readonly answer: ProviderResponse;
  constructor(status: number, body: unknown) {
    super(`refused with ${status}`);
    this.answer = { status, body };
  }
}

export type Handle = (request: Request, fault: InjectedFault) => ProviderResponse | Promise<ProviderResponse>;

/** Body of an injected error response. */
export type FaultBody = (status: number) => unknown;

const answerOf = async (
  handle: Handle,
  request: Request,
  fault: InjectedFault,
): Promise<ProviderResponse> => {
  try {
    return await handle(request, fault);
  } catch (error) {
    if (error instanceof ProviderRefusal) return error.answer;
    throw error;
  }
};

type Deps = {
  knobs: Knobs;
  ledger: Ledger;
  faultBody: FaultBody;
  keepFailure?: (request: Request, answer: ProviderResponse) => void;
};

/**
 * Wraps a handler: applies the faults injected for `target`, and responds after the changes are in the ledger's file.
 */
export const endpointsOf =
  ({ knobs, ledger, faultBody, keepFailure }: Deps) =>
  (target: string, handle: Handle): RequestHandler =>
  async (request, response) => {
    const fault = knobs.takeCall(target);
    if (!fault.after && fault.hang !== undefined) await sleep(fault.hang);
    let answer: ProviderResponse =
      fault.status !== undefined && !fault.after
        ? { status: fault.status, body: faultBody(fault.status) }
        : await answerOf(handle, request, fault);
    if (fault.status !== undefined && !fault.after) keepFailure?.(request, answer);
    if (request.method !== 'GET') await ledger.settled();
    if (fault.after) {
      await sleep(fault.hang ?? 0);
      if (fault.status !== undefined) answer = { status: fault.status, body: faultBody(fault.status) };
    }
    response.statusCode = answer.status;
    response.setHeader('content-type', 'application/json; charset=utf-8');
    for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
    response.end(JSON.stringify(answer.body));
  };
