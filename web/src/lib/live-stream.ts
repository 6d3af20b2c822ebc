import { LIVE_KEEPALIVE, LIVE_RESET, type LiveMessage } from '@satrangi/contracts/pure';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const ERRORS_BEFORE_ROTATING = 3;

/** Addresses of the stream, tried in this order and round again. */
export const candidates = ['/api/updates/stream', '/updates/stream'] as const;

/** Errors in a row and the address in use. */
export type Attempt = { readonly errors: number; readonly candidate: number };
export const firstAttempt: Attempt = { errors: 0, candidate: 0 };

/** What follows a broken stream: wait (1 s, doubling, at most 30 s), then the next address after 3 errors in a row. */
export const afterError = ({
  errors,
  candidate,
}: Attempt): { readonly attempt: Attempt; readonly waitMs: number } => {
  const count = errors + 1;
  const rotate = count % ERRORS_BEFORE_ROTATING === 0;
  return {
    attempt: { errors: count, candidate: rotate ? (candidate + 1) % candidates.length : candidate },
    waitMs: Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (count - 1)),
  };
};

/** A message of the stream, or undefined for keepalives and for what is not one. */
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

/** Half of it to all of it: pages that lost the same server do not all come back in the same moment. */
const spread = (ms: number): number => ms * (0.5 + Math.random() / 2);

/**
 * Keeps one stream open and hands on its messages, until told to stop. Reconnecting is ours, not the browser's, and a
 * new EventSource can not say what it heard last: after every gap the page is told to reload what it shows. With
 * `afterGap` the first opening is one too: somebody else listened before, or nobody did.
 */
export const openStream = (
  hear: (message: LiveMessage) => void,
  { afterGap = false }: { readonly afterGap?: boolean } = {},
): (() => void) => {
  let attempt = firstAttempt;
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let isGap = afterGap;

  const connect = (): void => {
    if (stopped) return;
    source = new EventSource(candidates[attempt.candidate] ?? candidates[0], { withCredentials: true });
    const take = ({ data }: MessageEvent<string>): void => {
      const message = readMessage(data);
      if (message) hear(message);
    };
    source.onopen = () => {
      attempt = { ...attempt, errors: 0 };
      if (isGap) hear({ type: LIVE_RESET, id: '' });
      isGap = true;
    };
    source.onmessage = take;
    source.addEventListener('update', take);
    source.addEventListener('reset', take);
    source.onerror = () => {
      source?.close();
      const next = afterError(attempt);
      attempt = next.attempt;
      timer = setTimeout(connect, spread(next.waitMs));
    };
  };

  connect();
  return () => {
    stopped = true;
    clearTimeout(timer);
    source?.close();
  };
};
