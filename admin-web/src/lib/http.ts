import { type Problem, parseJson } from '@satrangi/contracts';

/** A response that is not 2xx. The message holds address, status and body (checklist ADM-39). */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly problem: Partial<Problem> | null;
  /** When the server would take the call again, if it says so. */
  readonly retryAfterMs: number | undefined;
  constructor(url: string, { status, statusText, headers }: Response, body: string) {
    super(`${withoutSecrets(url)} ${status} ${statusText}: ${body}`);
    this.status = status;
    this.retryAfterMs = Number(headers.get('retry-after')) * 1_000 || undefined;
    this.problem = problemOf(body);
  }
}

const SECRET_FIELDS = /([?&](?:token|ticket|key|secret|password|code)=)[^&#]*/gi;

/** An address whose secrets are not shown. */
const withoutSecrets = (url: string): string => url.replace(SECRET_FIELDS, '$1…');

const problemOf = (body: string): Partial<Problem> | null => {
  const value = parseJson(body);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
};

/** What the person reads of a failed call: the sentence of the server, else the whole message. */
export const messageOf = (error: unknown): string => {
  if (error instanceof CallError && typeof error.problem?.detail === 'string') return error.problem.detail;
  return error instanceof Error ? error.message : '';
};

const NO_ANSWER = 'The server did not answer. Nothing you typed is lost; try it again.';

/**
 * What the person reads of an act that failed: the sentence of the server, or the one of an error of this page.
 * @param otherwise when there was no answer, or none of ours: the network or the gateway is gone
 */
export const sentenceOf = (error: unknown, otherwise = NO_ANSWER): string =>
  (error instanceof CallError ? error.problem?.detail : error instanceof TypeError ? '' : messageOf(error)) ||
  otherwise;

/** An exact sentence, and after it the reason of the server when it gave one. */
export const withReason = (sentence: string, error: unknown, separator = ' '): string => {
  const reason = sentenceOf(error, '');
  return reason === '' ? sentence : `${sentence}${separator}${reason}`;
};

/** Whether the call ended because its screen was left. */
export const isAborted = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

export type CallHelperOptions = {
  /** Ends in `/api`; absolute when the API is on another origin. */
  readonly base: string;
  /** The token of local storage, sent when the call has none of its own. */
  readonly token: () => string | null;
  /** Replaces `fetch`, for uploads that report their progress. */
  readonly send?: typeof fetch;
  /** Called for an answer 401 or 403 to a call with the token of local storage. */
  readonly onRefused?: (status: 401 | 403, error: CallError, sentToken: string) => void;
};

const RELATIVE = '/api';
/** Bodies that are passed on as they are: files and streams. */
const isFile = (response: Response): boolean =>
  /^(text\/csv|text\/event-stream|application\/(pdf|octet-stream|zip)|image\/|audio\/|video\/)/.test(
    response.headers.get('content-type') ?? '',
  );

/** An answer as JSON: what it holds, or its text when that is no JSON (checklist ADM-37). */
const asJson = async (response: Response, url: string): Promise<Response> => {
  if (response.status === 204 || isFile(response)) return response;
  const text = await response.text();
  if (/^\s*<(!doctype|html)/i.test(text))
    // biome-ignore lint/suspicious/noConsole: the specification requires this warning, for who set the base wrongly
    console.warn(`${withoutSecrets(url)} answered with a page, not with JSON: is the base of the API right?`);
  const value = parseJson(text);
  return Response.json(value === undefined ? text : value, { status: response.status });
};

/**
 * The one way out of the back office: JSON, bearer from local storage, credentials, no timeout of its own. A network
 * failure with an absolute base is tried once more on the relative one (checklist ADM-37 to ADM-39).
 * @returns a `fetch` for the typed client
 * @throws CallError for an answer that is not 2xx; the first error when no address could be reached
 */
export const createCallHelper = ({
  base,
  token,
  onRefused,
  send: transfer = (input, init) => fetch(input, init),
}: CallHelperOptions): typeof fetch => {
  const root = base.replace(/\/+$/, '');
  const send = async (path: string, init: RequestInit): Promise<readonly [Response, string]> => {
    const url = `${root}${path}`;
    try {
      return [await transfer(url, init), url];
    } catch (first) {
      if (isAborted(first) || !/^https?:/.test(root)) throw first;
      const relative = `${RELATIVE}${path}`;
      try {
        return [await transfer(relative, init), relative];
      } catch {
        throw first;
      }
    }
  };
  return async (input, init = {}) => {
    const given = String(input);
    const path =
      root.endsWith(RELATIVE) && given.startsWith(`${RELATIVE}/`) ? given.slice(RELATIVE.length) : given;
    const headers = new Headers(init.headers);
    const stored = headers.has('authorization') ? null : token();
    if (stored) headers.set('authorization', `Bearer ${stored}`);
    if (!headers.has('content-type') && !(init.body instanceof FormData))
      headers.set('content-type', 'application/json');
    const [response, url] = await send(path, {
      ...init,
      headers,
      credentials: 'include',
      // a deletion that was held back goes out while the page is left
      ...(init.method === 'DELETE' && { keepalive: true }),
    });
    if (response.ok) return asJson(response, url);
    const error = new CallError(url, response, await response.text());
    const { status } = response;
    if (stored && (status === 401 || status === 403)) onRefused?.(status, error, stored);
    throw error;
  };
};
