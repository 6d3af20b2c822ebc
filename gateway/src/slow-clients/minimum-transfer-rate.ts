import type { IncomingMessage } from 'node:http';

export type TransferRate = {
  readonly bytesPerSecond: number;
  /** The rate is a mean over this time, in ms, so that short gaps of a mobile connection do not count. */
  readonly windowMs: number;
};

const CHECKS_PER_WINDOW = 10;

/**
 * Enforces a minimum rate on a streamed body, which has no total timeout. `isUpstreamBlocked` returns true while the
 * receiver is the slow side; that time does not count against the sender.
 * @returns stops the checks; they also stop when the body is complete or the socket is closed
 */
export const enforceMinimumRate = (
  request: IncomingMessage,
  { bytesPerSecond, windowMs }: TransferRate,
  isUpstreamBlocked: () => boolean,
  onSlow: () => void,
): (() => void) => {
  const { socket } = request;
  const minimumBytes = (bytesPerSecond * windowMs) / 1_000;
  let previousBytes = socket.bytesRead;
  let checks = 0;
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) return stop();
    if (isUpstreamBlocked()) return;
    checks += 1;
    if (checks < CHECKS_PER_WINDOW) return;
    if (socket.bytesRead - previousBytes < minimumBytes) {
      stop();
      return onSlow();
    }
    previousBytes = socket.bytesRead;
    checks = 0;
  }, windowMs / CHECKS_PER_WINDOW);
  const stop = (): void => clearInterval(timer);
  timer.unref();
  return stop;
};
