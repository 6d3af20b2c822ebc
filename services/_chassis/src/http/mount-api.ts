import type { AnswerOf, Api, Endpoint, InputOf } from '@satrangi/contracts';
import type { Request, Response } from 'express';
import type { Caller } from './auth.ts';
import type { UploadedFile } from './uploads.ts';

export type Exchange = {
  readonly request: Request;
  readonly response: Response;
  readonly requestId: string;
  /** True when the answer depends on the caller: no shared cache may keep it. */
  readonly isPrivate: boolean;
  /** Files of an upload by field name; deleted after the handler. */
  readonly files: Readonly<Record<string, UploadedFile>>;
  /** @returns a signal that is aborted when the client has left */
  readonly leftSignal: () => AbortSignal;
};

type CallerFor<E extends Endpoint> = E['access'] extends 'user' | 'admin'
  ? Caller
  : E extends { readonly personal: true } | { readonly ticket: true }
    ? Caller | undefined
    : undefined;
type NoBody<E extends Endpoint> = E['kind'] extends 'stream' | 'live'
  ? true
  : [AnswerOf<E>] extends [undefined]
    ? true
    : false;
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers nothing may end without `return`
type Answered<E extends Endpoint> = NoBody<E> extends true ? void : AnswerOf<E>;

/** One handler for each endpoint. Handlers of streams write `exchange.response` themselves. */
export type Handler<E extends Endpoint> = (
  input: InputOf<E>,
  caller: CallerFor<E>,
  exchange: Exchange,
) => Promise<Answered<E>> | Answered<E>;
export type Handlers<A extends Api> = { readonly [K in keyof A]: Handler<A[K]> };

/**
 * Runs before the body of a request is read. A guard refuses by headers alone, so a refused body is not read.
 * @throws Refusal
 */
export type Guard = (exchange: Pick<Exchange, 'request' | 'response'>) => Promise<void>;
export type Guards<A extends Api> = { readonly [K in keyof A]?: Guard };

/** A handler without its endpoint's types. */
export type PlainHandler = (input: unknown, caller: Caller | undefined, exchange: Exchange) => unknown;
export type MountedEndpoint = {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly handle: PlainHandler;
  readonly guard?: Guard | undefined;
};
export type MountedApi = readonly MountedEndpoint[];

/** Binds one handler to each endpoint of a contract. A missing or misspelt handler does not compile. */
export const mountApi = <A extends Api>(
  api: A,
  handlers: Handlers<A>,
  guards: Guards<NoInfer<A>> = {},
): MountedApi =>
  Object.entries(api).map(([name, endpoint]) => ({
    name,
    endpoint,
    // `Handlers<A>` has checked each handler against the endpoint of the same name
    handle: handlers[name] as unknown as PlainHandler,
    guard: guards[name],
  }));
