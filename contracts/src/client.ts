import type { z } from 'zod';
import type { Access, Api, Endpoint, Kind, OutputOf } from './endpoint.ts';
import type { Problem, ProblemCode } from './problems.ts';

type PartIn<K extends string, S> = S extends z.ZodType
  ? Record<string, never> extends z.input<S>
    ? { readonly [P in K]?: z.input<S> }
    : { readonly [P in K]: z.input<S> }
  : unknown;
type FilesIn<E extends Endpoint> = E['kind'] extends 'upload'
  ? { readonly files: Record<string, Blob> }
  : unknown;
export type CallOf<E extends Endpoint> = PartIn<'params', E['params']> &
  PartIn<'query', E['query']> &
  PartIn<'body', E['body']> &
  FilesIn<E>;
type Args<E extends Endpoint> =
  unknown extends CallOf<E>
    ? [call?: undefined, options?: CallOptions]
    : Partial<CallOf<E>> extends CallOf<E>
      ? [call?: CallOf<E>, options?: CallOptions]
      : [call: CallOf<E>, options?: CallOptions];

export type CallOptions = { readonly headers?: Record<string, string>; readonly signal?: AbortSignal };

/** One method for each endpoint. Streams answer the `Response` itself. */
export type Client<A extends Api> = {
  readonly [K in keyof A]: (
    ...args: Args<A[K]>
  ) => Promise<A[K]['kind'] extends 'stream' ? Response : OutputOf<A[K]>>;
};

/** What a client needs of an endpoint when answers are not checked: enough for a page, free of schemas. */
export type Route = {
  readonly method: string;
  readonly path: string;
  readonly kind?: Kind;
  readonly access?: Access;
};
export type Routes<A extends Api> = { readonly [K in keyof A]: Route };

/** A refusal of the server. `code` is stable and for code, `message` is the sentence for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
  get code(): ProblemCode {
    return this.problem.code;
  }
  get status(): number {
    return this.problem.status;
  }
}

/** The answer was not JSON: a proxy or a wrong base address spoke (storefront §8). */
export class NotJsonError extends Error {
  override readonly name = 'NotJsonError';
  readonly status: number;
  constructor(status: number, contentType: string) {
    super(`expected JSON, got ${contentType || 'nothing'} with status ${status}`);
    this.status = status;
  }
}

export type ClientOptions = {
  /** Everything before the endpoint's path, for instance `/api`. */
  readonly baseUrl: string;
  readonly token?: () => string | null;
  readonly fetch?: typeof fetch;
};

type AnyCall = {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly files?: Record<string, Blob>;
};

/** The address of a call: parameters encoded, undefined query fields left out. */
export const urlOf = (baseUrl: string, route: Route, call: AnyCall = {}): string => {
  const path = route.path.replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(String(call.params?.[key] ?? '')),
  );
  const query = Object.entries(call.query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(
    query.map(([key, value]): [string, string] => [key, String(value)]),
  ).toString();
  return `${baseUrl}${path}${search ? `?${search}` : ''}`;
};

const bodyOf = (route: Route, call: AnyCall): { body?: string | FormData; type?: string } => {
  if (route.kind === 'upload') {
    const form = new FormData();
    for (const [name, value] of Object.entries((call.body ?? {}) as Record<string, unknown>))
      if (value !== undefined) form.append(name, String(value));
    for (const [name, file] of Object.entries(call.files ?? {})) form.append(name, file);
    return { body: form };
  }
  if (call.body === undefined) return {};
  return { body: JSON.stringify(call.body), type: 'application/json' };
};

const readAnswer = async (response: Response): Promise<unknown> => {
  if (response.status === 204) return undefined;
  const type = response.headers.get('content-type') ?? '';
  if (!type.includes('json')) throw new NotJsonError(response.status, type);
  const answer: unknown = await response.json();
  if (!response.ok) throw new ApiError(answer as Problem);
  return answer;
};

/**
 * A typed client for one api. Handed the api itself, answers are checked against the contract; handed only its
 * routes (pages, to stay small), they are taken as they come: services check what they send.
 * @throws ApiError for every refusal, NotJsonError when no JSON came back, TypeError when nothing came back.
 */
export const createClient = <A extends Api>(api: A | Routes<A>, options: ClientOptions): Client<A> => {
  const calls = Object.entries(api as Routes<Api>).map(([name, route]) => [
    name,
    async (call: AnyCall = {}, { headers, signal }: CallOptions = {}) => {
      const token = options.token?.();
      const { body, type } = bodyOf(route, call);
      const response = await (options.fetch ?? fetch)(urlOf(options.baseUrl, route, call), {
        method: route.method,
        credentials: 'same-origin',
        headers: {
          accept: 'application/json',
          ...(type ? { 'content-type': type } : {}),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
        ...(signal ? { signal } : {}),
      });
      if (route.kind === 'stream' && response.ok) return response;
      const answer = await readAnswer(response);
      return 'response' in route ? (route as Endpoint).response.parse(answer) : answer;
    },
  ]);
  return Object.fromEntries(calls) as Client<A>;
};
