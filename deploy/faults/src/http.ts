import { request as openRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export type RequestOptions = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  /** Sent unchanged, for signed bodies. */
  readonly raw?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
};
/** Status 0: no response. */
export type HttpResult = { readonly status: number; readonly body: unknown };

const RESPONSE_TIMEOUT_MS = 20_000;
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 1_000;

export const request = async (
  url: string,
  { method = 'GET', body, raw, token, headers }: RequestOptions = {},
): Promise<HttpResult> => {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, body: isJson && text ? JSON.parse(text) : text };
  } catch {
    return { status: 0, body: null };
  }
};

/** Sends once, on a connection of its own; the response must be JSON. */
export const requestOnNewConnection = (
  url: string,
  { method = 'GET', body, token, headers }: RequestOptions = {},
): Promise<HttpResult> =>
  new Promise((resolve) => {
    const fail = (): void => resolve({ status: 0, body: null });
    const outgoing = openRequest(
      url,
      {
        method,
        agent: false,
        timeout: RESPONSE_TIMEOUT_MS,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
      },
      (response) => {
        json(response).then((parsed) => resolve({ status: response.statusCode ?? 0, body: parsed }), fail);
      },
    );
    outgoing.once('timeout', () => outgoing.destroy()).once('error', fail);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });

/** No response, or a status a client may retry. */
const isTransient = ({ status }: HttpResult): boolean => status === 0 || status === 429 || status >= 502;

const codeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;

/**
 * Retries with exponential backoff and jitter until the response is final.
 * @throws Error when there is none in `withinMs`
 */
export const requestWithRetry = async (
  url: string,
  options: RequestOptions,
  withinMs = 90_000,
): Promise<HttpResult> => {
  const last = Date.now() + withinMs;
  for (let delay = FIRST_DELAY_MS; ; delay = Math.min(delay * 2, MAX_DELAY_MS)) {
    const response = await request(url, options);
    if (!isTransient(response) && codeOf(response.body) !== 'still-running') return response;
    if (Date.now() > last)
      throw new Error(`${options.method ?? 'GET'} ${new URL(url).pathname} answers ${response.status}`);
    await sleep(delay * (0.5 + Math.random()));
  }
};

/** Runs `work` for every item, `concurrency` at a time. */
export const forEachConcurrently = async <T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
};
