import { setTimeout as wait } from 'node:timers/promises';
import type { Request, RequestHandler } from 'express';
import type { Knobs, Trouble } from './knobs.ts';
import type { Ledger } from './ledger.ts';

/** A call that hangs keeps no process alive. */
const sleep = (ms: number): Promise<void> => wait(ms, undefined, { ref: false });

export type Answer = { status: number; body: unknown; headers?: Record<string, string> };

/** A provider saying no on purpose, in its own shape. */
export class ProviderRefusal extends Error {
  readonly answer: Answer;
  constructor(status: number, body: unknown) {
    super(`refused with ${status}`);
    this.answer = { status, body };
  }
}

export type Handle = (request: Request, trouble: Trouble) => Answer | Promise<Answer>;

/** What a provider says when a knob makes it answer `status`. */
export type TroubleBody = (status: number) => unknown;

const answerOf = async (handle: Handle, request: Request, trouble: Trouble): Promise<Answer> => {
  try {
    return await handle(request, trouble);
  } catch (error) {
    if (error instanceof ProviderRefusal) return error.answer;
    throw error;
  }
};

/**
 * Makes a call of a provider out of a handler: knobs on `target` are obeyed, and nothing that changed is answered
 * before it is in the ledger's file.
 */
export const endpointsOf =
  ({
    knobs,
    ledger,
    troubleBody,
    keepFailure,
  }: {
    knobs: Knobs;
    ledger: Ledger;
    troubleBody: TroubleBody;
    keepFailure?: (request: Request, answer: Answer) => void;
  }) =>
  (target: string, handle: Handle): RequestHandler =>
  async (request, response) => {
    const trouble = knobs.takeCall(target);
    if (!trouble.after && trouble.hang !== undefined) await sleep(trouble.hang);
    let answer: Answer =
      trouble.status !== undefined && !trouble.after
        ? { status: trouble.status, body: troubleBody(trouble.status) }
        : await answerOf(handle, request, trouble);
    if (trouble.status !== undefined && !trouble.after) keepFailure?.(request, answer);
    if (request.method !== 'GET') await ledger.settled();
    if (trouble.after) {
      await sleep(trouble.hang ?? 0);
      if (trouble.status !== undefined)
        answer = { status: trouble.status, body: troubleBody(trouble.status) };
    }
    response.statusCode = answer.status;
    response.setHeader('content-type', 'application/json; charset=utf-8');
    for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
    response.end(JSON.stringify(answer.body));
  };
