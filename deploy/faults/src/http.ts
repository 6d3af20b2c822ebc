import { setTimeout as sleep } from 'node:timers/promises';

export type Ask = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: unknown;
  /** Sent as it is, for signed bodies. */
  readonly raw?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
};
/** Status 0: nothing came back. */
export type Answer = { readonly status: number; readonly body: unknown };

const ANSWER_MS = 20_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;

export const ask = async (
  url: string,
  { method = 'GET', body, raw, token, headers }: Ask = {},
): Promise<Answer> => {
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
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, body: isJson && text ? JSON.parse(text) : text };
  } catch {
    return { status: 0, body: null };
  }
};

/** Nothing came back, or "not now": a page would offer to try again, and so do we. */
const isPassing = ({ status }: Answer): boolean => status === 0 || status === 429 || status >= 502;

const codeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;

/**
 * Asks until there is an answer that will not change by asking again.
 * @throws Error when there is none in `withinMs`
 */
export const askPatiently = async (url: string, question: Ask, withinMs = 90_000): Promise<Answer> => {
  const last = Date.now() + withinMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const answer = await ask(url, question);
    if (!isPassing(answer) && codeOf(answer.body) !== 'still-running') return answer;
    if (Date.now() > last)
      throw new Error(`${question.method ?? 'GET'} ${new URL(url).pathname} answers ${answer.status}`);
    await sleep(pause * (0.5 + Math.random()));
  }
};

/** Waits until `look` answers something; null and false mean not yet. @returns null when time is up */
export const until = async <T>(
  look: () => Promise<T | null | false>,
  withinMs: number,
  everyMs = 150,
): Promise<T | null> => {
  const last = Date.now() + withinMs;
  for (;;) {
    const found = await look().catch(() => null);
    if (found !== null && found !== false) return found;
    if (Date.now() > last) return null;
    await sleep(everyMs);
  }
};

/** Runs `work` for every item, so many at a time. */
export const inLanes = async <T>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const queue = items.values();
  const lane = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
};
