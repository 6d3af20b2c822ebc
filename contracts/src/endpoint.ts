import type { z } from 'zod';
import type { ProblemCode } from './problems.ts';

/**
 * Who may call an endpoint. Gateway and services both read it from here.
 * - `public`: anyone. The login is read only with `personal` or `ticket`.
 * - `user`: a signed-in account. `admin`: a signed-in account with the role ADMIN.
 * - `service`: another service with the internal secret; the gateway does not route it.
 */
export type Access = 'public' | 'user' | 'admin' | 'service';

/**
 * The transport of request and response.
 * - `json` (default): JSON in, JSON out.
 * - `upload`: multipart in (fields are `body`, files by name), JSON out.
 * - `stream`: the handler writes the response itself (PDF, images, media); ranges allowed.
 * - `raw`: the handler gets the unparsed bytes of the body (signed webhooks), JSON out.
 * - `resumable`: a body that is streamed to the handler, which may write the response itself (resumable uploads).
 * - `live`: server-sent events; served by the gateway only.
 */
export type Kind = 'json' | 'upload' | 'stream' | 'raw' | 'resumable' | 'live';

/** Budget class of the gateway's rate limiter. `cheap` reads are served from memory and are not counted. */
export type RateClass = 'cheap' | 'normal' | 'login' | 'webhook' | 'chat';

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly access: Access;
  /**
   * Public, but the response depends on the login. While a login cannot be verified, the response is 503 instead of
   * the response for an anonymous caller (decision 0020).
   */
  readonly personal?: true;
  /** Called by pages of the back office only, although no login is needed: the shop does not load its route. */
  readonly backOffice?: true;
  readonly summary: string;
  readonly kind?: Kind;
  readonly status?: 200 | 201 | 202 | 204;
  readonly rate?: RateClass;
  /** The gateway may cache this public response. Live messages whose type starts with one of these invalidate it. */
  readonly invalidatedBy?: readonly string[];
  /**
   * Query fields that make the response depend on the caller: with one of them the gateway forwards the request with the
   * caller's login. Without them a `personal` response is the same for every caller and may be cached.
   */
  readonly uncachedQuery?: readonly string[];
  /** Query fields with words that people type: cached responses to these share a small part of the cache. */
  readonly freeTextQuery?: readonly string[];
  /** The path ends in words that people type, which many spellings match: the same share of the cache. */
  readonly freeTextPath?: true;
  /** Timeout of the whole response in ms, for answers that take longer than the gateway's default; at most 30,000. */
  readonly answerMs?: number;
  /** Largest body in bytes; default 1 MiB for JSON and raw; required for uploads. */
  readonly bodyLimit?: number;
  /** A read of admins that is recorded like their writes: an export of people. */
  readonly audited?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Names of the file fields of an upload. */
  readonly files?: readonly string[];
  /** A 10-minute ticket or the login cookie is accepted instead of the bearer header (streams only). */
  readonly ticket?: boolean;
  readonly response: z.ZodType;
  readonly problems?: readonly ProblemCode[];
};

export type Api = Readonly<Record<string, Endpoint>>;

/** Calls in the audit log: those that only admins may make and that may change something, and exports of people. */
export const isAudited = ({
  access,
  method,
  audited,
}: Pick<Endpoint, 'access' | 'method' | 'audited'>): boolean =>
  access === 'admin' && (method !== 'GET' || audited === true);

const shapeOf = (path: string): string =>
  path
    .split('/')
    .map((step) => (step.startsWith(':') ? '1' : '0'))
    .join('');

/**
 * Sorts endpoints so that a fixed path segment wins over a parameter (`/ebooks/free` before `/ebooks/:id`). Gateway and
 * services use the same order, so both match a request to the same endpoint.
 */
export const byPrecedence = (a: Pick<Endpoint, 'path'>, b: Pick<Endpoint, 'path'>): number => {
  const [left, right] = [shapeOf(a.path), shapeOf(b.path)];
  return left < right ? -1 : Number(left > right);
};

/** Checks the type of an api and keeps its literal types (paths, problem codes). */
export const defineApi = <const A extends Api>(api: A): A => api;

type Part<S> = S extends z.ZodType ? z.output<S> : undefined;

export type InputOf<E extends Endpoint> = {
  params: Part<E['params']>;
  query: Part<E['query']>;
  body: E['kind'] extends 'raw' ? Uint8Array : Part<E['body']>;
};
export type OutputOf<E extends Endpoint> = z.output<E['response']>;
export type AnswerOf<E extends Endpoint> = z.input<E['response']>;
