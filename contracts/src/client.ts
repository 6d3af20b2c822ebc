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

/** One method for each endpoint. Streams return the `Response` itself. */
export type Client<A extends Api> = {
  readonly [K in keyof A]: (
    ...args: Args<A[K]>
  ) => Promise<A[K]['kind'] extends 'stream' ? Response : OutputOf<A[K]>>;
};

/** The part of an endpoint that a client needs without response validation. Contains no schemas. */
export type Route = {
  /** GET without it. */
  readonly method?: string;
  readonly path: string;
  readonly kind?: Kind;
  readonly access?: Access;
};
export type Routes<A extends Api> = { readonly [K in keyof A]: Route };

/** A problem response. `code` is stable and for programs, `message` is for people. */
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

/** The response was not JSON: it came from a proxy, or the base URL is wrong (storefront §8). */
export class NotJsonError extends Error {
  override readonly name = 'NotJsonError';
  readonly status: number;
  readonly contentType: string;
  /** The path of the request, without its query. */
  readonly path: string;
  constructor(status: number, contentType: string, path: string) {
    super(`expected JSON, got ${contentType || 'nothing'} with status ${status}`);
    this.status = status;
    this.contentType = contentType;
    this.path = path;
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

/** The URL of a call: parameters encoded, undefined query fields omitted. */
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

const readAnswer = async (response: Response, url: string): Promise<unknown> => {
  if (response.status === 204) return undefined;
  const type = response.headers.get('content-type') ?? '';
  if (!type.includes('json')) throw new NotJsonError(response.status, type, url.replace(/\?.*/s, ''));
  const answer: unknown = await response.json();
  if (!response.ok) throw new ApiError(answer as Problem);
  return answer;
};

/**
 * Creates a typed client for one api. With the api itself, responses are validated against the contract. With its
 * routes only (pages, to stay small), they are not validated: services validate what they send.
 * @throws ApiError for a problem response, NotJsonError for a response that is not JSON, TypeError without a response
 */
export const createClient = <A extends Api>(api: A | Routes<A>, options: ClientOptions): Client<A> => {
  const calls = Object.entries(api as Routes<Api>).map(([name, route]) => [
    name,
    async (call: AnyCall = {}, { headers, signal }: CallOptions = {}) => {
      const token = options.token?.();
      const { body, type } = bodyOf(route, call);
      const url = urlOf(options.baseUrl, route, call);
      const response = await (options.fetch ?? fetch)(url, {
        method: route.method ?? 'GET',
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
      const answer = await readAnswer(response, url);
      return 'response' in route ? (route as Endpoint).response.parse(answer) : answer;
    },
  ]);
  return Object.fromEntries(calls) as Client<A>;
};
