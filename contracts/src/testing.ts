import type { z } from 'zod';
import type { AnswerOf, Api, InputOf } from './endpoint.ts';
import { type Problem, type ProblemCode, problemOf, problems } from './problems.ts';

export type FakeAnswers<A extends Api> = {
  readonly [K in keyof A]?: (input: InputOf<A[K]>) => AnswerOf<A[K]> | Promise<AnswerOf<A[K]>>;
};

/** Throw this from a fake answer to make the fake server answer that problem. */
export class FakeProblem extends Error {
  readonly code: ProblemCode;
  readonly data: Problem['data'];
  constructor(code: ProblemCode, detail: string, data?: Problem['data']) {
    super(detail);
    this.code = code;
    this.data = data;
  }
}

type Played = {
  readonly api: Api;
  readonly answers: Record<string, ((input: never) => unknown) | undefined>;
};

/** One contract and the answers to play for it; hand several to `fakeServer`. */
export const plays = <A extends Api>(api: A, answers: FakeAnswers<A>): Played => ({
  api,
  answers: answers as Played['answers'],
});

/** The fields of a call: of JSON, or of a form with files. */
const sentIn = (body: RequestInit['body']): unknown => {
  if (body instanceof FormData) return Object.fromEntries(body);
  return typeof body === 'string' ? JSON.parse(body) : undefined;
};

/** As `fetch` does: whoever calls it off, or waits no longer, is not answered any more. */
const whileWanted = (answer: unknown, signal: AbortSignal): Promise<unknown> => {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([answer, promise]);
};

/**
 * A `fetch` that plays the servers of some contracts. Requests and answers both pass through the contract's
 * schemas, so a fixture can not drift from what the real service sends. A call without an answer fails the test.
 */
export const fakeServer = (...played: readonly Played[]): typeof fetch => {
  const routes = played.flatMap(({ api, answers }) =>
    Object.entries(api).map(([name, endpoint]) => ({
      endpoint,
      answer: answers[name] as ((input: unknown) => unknown) | undefined,
      pattern: new RegExp(`^/api${endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
    })),
  );
  const read = (schema: z.ZodType | undefined, value: unknown): unknown => schema?.parse(value);
  return async (target, init) => {
    const url = new URL(target instanceof Request ? target.url : String(target), 'http://fake');
    const method = init?.method ?? 'GET';
    const fitting = routes.filter((r) => r.endpoint.method === method && r.pattern.test(url.pathname));
    const route = fitting.find((r) => r.answer);
    if (!route?.answer) throw new Error(`no fake answer for ${method} ${url.pathname}`);
    const { endpoint } = route;
    try {
      const answer = route.answer({
        params: read(endpoint.params, route.pattern.exec(url.pathname)?.groups),
        query: read(endpoint.query, Object.fromEntries(url.searchParams)),
        body: read(endpoint.body, sentIn(init?.body)),
      });
      const output = await (init?.signal ? whileWanted(answer, init.signal) : answer);
      const status = endpoint.status ?? 200;
      if (status === 204) return new Response(null, { status });
      return Response.json(endpoint.response.parse(output), { status });
    } catch (error) {
      if (!(error instanceof FakeProblem)) throw error;
      const { status } = problems[error.code];
      return Response.json(problemOf(error.code, error.message, 'fake', { data: error.data }), { status });
    }
  };
};

export { aMediaItem, anEditorItem } from './testing-media.ts';
