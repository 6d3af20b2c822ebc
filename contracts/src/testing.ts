import type { z } from 'zod';
import type { AnswerOf, Api, InputOf } from './endpoint.ts';
import { type Problem, type ProblemCode, problemOf, problems } from './problems.ts';

export type FakeAnswers<A extends Api> = {
  readonly [K in keyof A]?: (input: InputOf<A[K]>) => AnswerOf<A[K]> | Promise<AnswerOf<A[K]>>;
};

/** Thrown by a fake handler: the fake server responds with this problem. */
export class FakeProblem extends Error {
  readonly code: ProblemCode;
  readonly data: Problem['data'];
  constructor(code: ProblemCode, detail: string, data?: Problem['data']) {
    super(detail);
    this.code = code;
    this.data = data;
  }
}

type FakeApi = {
  readonly api: Api;
  readonly answers: Record<string, ((input: never) => unknown) | undefined>;
};

/** Combines an api with its fake responses, for `fakeServer`. */
export const plays = <A extends Api>(api: A, answers: FakeAnswers<A>): FakeApi => ({
  api,
  answers: answers as FakeApi['answers'],
});

/** Parses a request body: JSON, or a form with files. */
const parseBody = (body: RequestInit['body']): unknown => {
  if (body instanceof FormData) return Object.fromEntries(body);
  return typeof body === 'string' ? JSON.parse(body) : undefined;
};

/** Rejects when the signal aborts, as `fetch` does. */
const rejectOnAbort = (answer: unknown, signal: AbortSignal): Promise<unknown> => {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([answer, promise]);
};

/**
 * Creates a `fetch` that fakes the servers of some contracts. The contract's schemas validate requests and responses, so
 * a fixture cannot drift from the real service. A call without a fake response fails the test.
 */
export const fakeServer = (...apis: readonly FakeApi[]): typeof fetch => {
  const routes = apis.flatMap(({ api, answers }) =>
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
        body: read(endpoint.body, parseBody(init?.body)),
      });
      const output = await (init?.signal ? rejectOnAbort(answer, init.signal) : answer);
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

export * from './hostile-names.ts';
export { aMediaItem, anEditorItem } from './testing-media.ts';
export { crossScriptPairs } from './testing-pairs.ts';
export { anOpenRun } from './testing-run.ts';
