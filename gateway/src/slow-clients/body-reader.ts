import type { IncomingMessage, ServerResponse } from 'node:http';

/** Minimum rate of a body after the grace period. */
const MIN_BYTES_PER_SECOND = 1_000;
const GRACE_MS = 2_000;
const CHECK_INTERVAL_MS = 500;
/** Bodies up to this size are accepted even at the memory limit: logins, orders, webhooks. */
const ALWAYS_ACCEPTED_BYTES = 64 * 1024;

export type BodyRead =
  | { readonly body: Buffer }
  | { readonly refused: 'too-large' | 'request-timed-out' | 'unavailable' }
  /** The client closed the connection. */
  | { readonly aborted: true };

export type BodyReaderOptions = {
  /** Timeout of a whole body, in ms. */
  readonly totalMs: number;
  /** Memory limit of all bodies together, in bytes, until their requests are answered. */
  readonly maxBytes: number;
};

/**
 * Reads a whole request body before the request is forwarded, so that a slow client occupies no connection to a service
 * and does not count as a slow service. The bytes are unchanged, because webhooks are signed (decision 0037).
 */
export const createBodyReader = ({ totalMs, maxBytes }: BodyReaderOptions) => {
  let held = 0;

  const read = (request: IncomingMessage, response: ServerResponse, limit: number): Promise<BodyRead> =>
    new Promise((resolve) => {
      if (request.destroyed) return resolve({ aborted: true });
      const startedAt = performance.now();
      const parts: Buffer[] = [];
      let bytes = 0;
      let timer: NodeJS.Timeout;

      const settle = (result: BodyRead): void => {
        clearTimeout(timer);
        request.off('data', receive).off('end', end).off('close', abort);
        resolve(result);
      };
      const receive = (part: Buffer): void => {
        parts.push(part);
        bytes += part.length;
        held += part.length;
        if (bytes > limit) settle({ refused: 'too-large' });
        else if (held > maxBytes && bytes > ALWAYS_ACCEPTED_BYTES) settle({ refused: 'unavailable' });
      };
      const end = (): void => {
        const [first] = parts;
        settle({ body: first && parts.length === 1 ? first : Buffer.concat(parts, bytes) });
      };
      const abort = (): void => settle({ aborted: true });
      const check = (): void => {
        const elapsedMs = performance.now() - startedAt;
        const isTooSlow = bytes < (MIN_BYTES_PER_SECOND * elapsedMs) / 1_000;
        if (elapsedMs >= totalMs || isTooSlow) settle({ refused: 'request-timed-out' });
        else timer = setTimeout(check, Math.min(CHECK_INTERVAL_MS, totalMs - elapsedMs));
      };

      timer = setTimeout(check, Math.min(GRACE_MS, totalMs));
      request.on('data', receive).once('end', end).once('close', abort);
      // the memory is released when the response closes, whatever its outcome
      response.once('close', () => {
        held -= bytes;
      });
    });

  return {
    read,
    /** Bytes of request bodies in memory. */
    held: (): number => held,
  };
};
export type BodyReader = ReturnType<typeof createBodyReader>;
