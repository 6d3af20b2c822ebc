import { KEEPALIVE_MS, LIVE_KEEPALIVE, LIVE_RESET, type LiveMessage } from '@satrangi/contracts/pure';

const MIN_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 30_000;
const ERRORS_BEFORE_ROTATING = 3;
/** A keepalive may be so late, or late by a fifth of its interval. */
const LATE_MS = 2_500;

/** Silence after which a stream counts as lost, from the time between keepalives: 30 s, and 4.5 s for admins. */
const silenceAfter = (everyMs: number): number => everyMs + Math.max(LATE_MS, everyMs / 5);

/** The time between keepalives that a keepalive states; undefined when it states none. */
const intervalOf = (data: string): number | undefined => {
  try {
    // the type of `JSON.parse` is any; the field is checked below
    const { everyMs } = JSON.parse(data) as { everyMs?: unknown };
    return typeof everyMs === 'number' && everyMs > 0 ? everyMs : undefined;
  } catch {
    return undefined;
  }
};

/** SSE endpoints, tried in this order and then again from the first. */
export const streamUrls = ['/api/updates/stream', '/updates/stream'] as const;

/** Consecutive errors and the index of the URL in use. */
export type Attempt = { readonly errors: number; readonly urlIndex: number };
export const firstAttempt: Attempt = { errors: 0, urlIndex: 0 };

/** Backoff after an error: 1 s, doubling, at most 30 s; the next URL after 3 errors in a row. */
export const backoffAfter = ({
  errors,
  urlIndex,
}: Attempt): { readonly attempt: Attempt; readonly delayMs: number } => {
  const count = errors + 1;
  const rotate = count % ERRORS_BEFORE_ROTATING === 0;
  return {
    attempt: { errors: count, urlIndex: rotate ? (urlIndex + 1) % streamUrls.length : urlIndex },
    delayMs: Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** (count - 1)),
  };
};

/** Parses a message; undefined for keepalives and malformed data. */
export const readMessage = (data: string): LiveMessage | undefined => {
  try {
    const message: unknown = JSON.parse(data);
    if (typeof message !== 'object' || message === null || !('type' in message)) return undefined;
    const { type, id } = message as { type: unknown; id?: unknown };
    if (typeof type !== 'string' || type === LIVE_KEEPALIVE) return undefined;
    return { type, id: typeof id === 'string' ? id : '' };
  } catch {
    return undefined;
  }
};

/** 50 to 100 % of the delay, so that pages do not all reconnect at the same moment. */
const jitter = (ms: number): number => ms * (0.5 + Math.random() / 2);

/**
 * Keeps one SSE connection open and passes its messages on until it is stopped. A new EventSource cannot send the id
 * of the last message, so every reconnect is reported as a reset. `afterGap` also reports the first connection,
 * because messages before it may have been missed. `onState` reports whether it is connected: with it, a silent stream
 * is given up and opened again.
 */
export const openLiveStream = (
  onMessage: (message: LiveMessage) => void,
  {
    afterGap = false,
    onState,
  }: { readonly afterGap?: boolean; readonly onState?: (isConnected: boolean) => void } = {},
): (() => void) => {
  let attempt = firstAttempt;
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let isGap = afterGap;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let silenceMs = silenceAfter(KEEPALIVE_MS);

  const watchSilence = (): void => {
    if (!onState) return;
    clearTimeout(silence);
    silence = setTimeout(reconnect, silenceMs);
  };
  const reconnect = (): void => {
    source?.close();
    clearTimeout(silence);
    onState?.(false);
    const next = backoffAfter(attempt);
    attempt = next.attempt;
    timer = setTimeout(connect, jitter(next.delayMs));
  };

  const connect = (): void => {
    if (stopped) return;
    source = new EventSource(streamUrls[attempt.urlIndex] ?? streamUrls[0], { withCredentials: true });
    const handleEvent = ({ data }: MessageEvent<string>): void => {
      watchSilence();
      const message = readMessage(data);
      if (message) onMessage(message);
    };
    source.onopen = () => {
      watchSilence();
      onState?.(true);
      attempt = { ...attempt, errors: 0 };
      if (isGap) onMessage({ type: LIVE_RESET, id: '' });
      isGap = true;
    };
    source.onmessage = handleEvent;
    source.addEventListener('update', handleEvent);
    source.addEventListener('reset', handleEvent);
    source.addEventListener(LIVE_KEEPALIVE, ({ data }: MessageEvent<string>) => {
      const everyMs = intervalOf(data);
      if (everyMs) silenceMs = silenceAfter(everyMs);
      watchSilence();
    });
    source.onerror = reconnect;
  };

  connect();
  return () => {
    stopped = true;
    clearTimeout(timer);
    clearTimeout(silence);
    source?.close();
  };
};
