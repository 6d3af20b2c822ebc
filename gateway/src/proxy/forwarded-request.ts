import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  CHANGES_HEADER,
  changesIn,
  type Endpoint,
  type ProblemCode,
  type ServiceName,
} from '@satrangi/contracts';
import type { CircuitBreaker } from '../circuit-breaker/circuit-breaker.ts';
import { refusalTexts } from '../http/problem-response.ts';
import { isRead, removeInternalHeaders } from './forwarded-headers.ts';

/** Delay of the only retry: of a failed read, or of a write that the service cannot have received. */
const RETRY_DELAY_MS = 150;
/** Share of the response timeout in which a retry may start. */
const RETRY_WINDOW = 0.5;

export type RefuseRequest = (
  code: ProblemCode,
  detail: string,
  more?: Readonly<Record<string, string>>,
) => void;

/** One request to forward to a service. */
export type ProxyRequest = {
  readonly service: ServiceName;
  readonly endpoint: Endpoint;
  /** The original URL, with `/api` and query. */
  readonly url: string;
  readonly userId: string | null;
  readonly requestId: string;
  /** W3C trace context of the call of the service. */
  readonly traceparent: string;
  readonly address: string;
  /** Headers of every response of the gateway. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly refuseRequest: RefuseRequest;
  /**
   * Called before the client is answered when a write succeeded, or may have succeeded.
   * @param changes that the service has written, as far as it answered
   */
  readonly onWrite: (changes: readonly string[]) => void;
  /** The changes that the answer of a read must contain. */
  readonly readAfter: string | undefined;
  /** The whole body; null when it is streamed or absent. */
  readonly body: Buffer | null;
};

/** The state of a forwarded request. */
export type RequestState = ProxyRequest & {
  readonly startedAt: number;
  /** Timeout of the whole response. */
  readonly answerMs: number;
  readonly idleTimeoutMs: number;
  /** Ends the call of the service. */
  destroy: (error?: Error) => void;
  /** Whether the service does not take more of an upload now. */
  isUpstreamBlocked: () => boolean;
  isTimedOut: boolean;
  /** The client was too slow and got a response: the outcome does not count for the circuit breaker. */
  isClientTooSlow: boolean;
  isRetry: boolean;
};

export const timeOut = (state: RequestState): void => {
  state.isTimedOut = true;
  state.destroy(new Error('service timeout'));
};

const canRetry = ({ state, request, mayHaveArrived }: CallFailure): boolean =>
  !state.isRetry &&
  !state.isTimedOut &&
  (isRead(request) || !mayHaveArrived) &&
  performance.now() - state.startedAt < state.answerMs * RETRY_WINDOW;

export type CallFailure = {
  readonly breaker: CircuitBreaker;
  readonly state: RequestState;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** False when no connection to the service was opened: nothing was sent. */
  readonly mayHaveArrived: boolean;
  /** Calls the service again. */
  readonly retry: () => void;
};

/** What follows a call of a service without an answer: one retry if that is safe, otherwise 503, or 504 after a timeout. */
export const handleCallFailure = (failure: CallFailure): void => {
  const { breaker, state, request, response, retry } = failure;
  // An abort by the client is no failure of the service; a partial response cannot be replaced.
  if (state.isClientTooSlow || request.socket.destroyed || response.headersSent)
    return void response.destroy();
  const fail = (): void => {
    breaker.record(false);
    if (!isRead(request)) state.onWrite([]);
    state.refuseRequest(state.isTimedOut ? 'timed-out' : 'unavailable', refusalTexts.unavailable);
  };
  if (!canRetry(failure)) {
    fail();
    return;
  }
  state.isRetry = true;
  setTimeout(() => {
    if (state.isTimedOut) return fail();
    if (!response.destroyed) retry();
  }, RETRY_DELAY_MS);
};

/** What the gateway does with the answer of a service before the client gets it. Removes headers that clients do not need. */
export const takeAnswer = (
  state: RequestState | undefined,
  answer: IncomingMessage,
  request: IncomingMessage,
  response: ServerResponse,
): void => {
  const status = answer.statusCode ?? 502;
  const written = changesIn(answer.headers[CHANGES_HEADER]);
  if (isRead(request)) delete answer.headers[CHANGES_HEADER];
  else if (status < 400 || status >= 500) state?.onWrite(written);
  removeInternalHeaders(answer);
  if (status === 408 || status === 504) response.shouldKeepAlive = false;
};
