import type { IncomingMessage } from 'node:http';

export type ArrivalRate = {
  readonly bytesPerSecond: number;
  /** The rate is a mean over this time, in ms: short gaps of a mobile connection do not count. */
  readonly windowMs: number;
};

const LOOKS_PER_WINDOW = 10;

/**
 * Watches a body that is passed on while it arrives: there is no limit for the whole of it, only a minimum rate.
 * `isHeldUp` says that whoever takes the bytes is the slow one; that time is not the sender's.
 * @returns stops watching; it stops by itself when the body is complete or the socket is closed
 */
export const watchArrival = (
  request: IncomingMessage,
  { bytesPerSecond, windowMs }: ArrivalRate,
  isHeldUp: () => boolean,
  onSlow: () => void,
): (() => void) => {
  const { socket } = request;
  const wanted = (bytesPerSecond * windowMs) / 1_000;
  let before = socket.bytesRead;
  let looks = 0;
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) return stop();
    if (isHeldUp()) return;
    looks += 1;
    if (looks < LOOKS_PER_WINDOW) return;
    if (socket.bytesRead - before < wanted) {
      stop();
      return onSlow();
    }
    before = socket.bytesRead;
    looks = 0;
  }, windowMs / LOOKS_PER_WINDOW);
  const stop = (): void => clearInterval(timer);
  timer.unref();
  return stop;
};
