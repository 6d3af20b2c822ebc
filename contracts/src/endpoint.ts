import type { z } from 'zod';
import type { ProblemCode } from './problems.ts';

/**
 * Who may call an endpoint; gateway and service both read this and nobody repeats it.
 * - `public`: anyone; who they are matters only where it is `personal` or a `ticket` would do.
 * - `user`: a signed-in account. `admin`: a signed-in account with the role ADMIN.
 * - `service`: another service with the internal secret; the gateway never routes it.
 */
export type Access = 'public' | 'user' | 'admin' | 'service';

/**
 * How the bytes travel.
 * - `json` (default): JSON in, JSON out.
 * - `upload`: multipart in (fields are `body`, files by name), JSON out.
 * - `stream`: the handler writes the answer itself (PDF, images, media); ranges allowed.
 * - `raw`: the body reaches the handler as the untouched bytes (signed webhooks), JSON out.
 * - `live`: server-sent events; only the gateway answers these.
 */
export type Kind = 'json' | 'upload' | 'stream' | 'raw' | 'live';

/** Budget class of the gateway's rate limiter. `cheap` reads are answered from memory and are not counted. */
export type RateClass = 'cheap' | 'normal' | 'login' | 'webhook';

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly access: Access;
  /**
   * Public, and answered for whoever is signed in: while nobody can tell whose login it is, the answer is "not now" and
   * never that for a stranger.
   */
  readonly personal?: true;
  readonly summary: string;
  readonly kind?: Kind;
  readonly status?: 200 | 201 | 202 | 204;
  readonly rate?: RateClass;
  /** The gateway may cache this public response. Live messages whose type starts with one of these invalidate it. */
  readonly invalidatedBy?: readonly string[];
  /** Largest body in bytes; default 1 MiB for JSON and raw, named for uploads. */
  readonly bodyLimit?: number;
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

const shapeOf = (path: string): string =>
  path
    .split('/')
    .map((step) => (step.startsWith(':') ? '1' : '0'))
    .join('');

/**
 * Sorts endpoints so that a fixed word is never taken for a parameter (`/ebooks/free` before `/ebooks/:id`). Gateway and
 * services use the same order: what the one lets through is what the other answers.
 */
export const byPrecedence = (a: Pick<Endpoint, 'path'>, b: Pick<Endpoint, 'path'>): number => {
  const [left, right] = [shapeOf(a.path), shapeOf(b.path)];
  return left < right ? -1 : Number(left > right);
};

/** Keeps every literal (paths, problem codes) while checking the shape. */
export const defineApi = <const A extends Api>(api: A): A => api;

type Part<S> = S extends z.ZodType ? z.output<S> : undefined;

export type InputOf<E extends Endpoint> = {
  params: Part<E['params']>;
  query: Part<E['query']>;
  body: E['kind'] extends 'raw' ? Uint8Array : Part<E['body']>;
};
export type OutputOf<E extends Endpoint> = z.output<E['response']>;
export type AnswerOf<E extends Endpoint> = z.input<E['response']>;
