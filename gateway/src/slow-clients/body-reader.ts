import type { IncomingMessage, ServerResponse } from 'node:http';

/** A body that comes slower than this after the first moments is not waited for. */
const MIN_BYTES_PER_SECOND = 1_000;
const GRACE_MS = 2_000;
const LOOK_EVERY_MS = 500;
/** Bodies up to this size are taken even when the memory for bodies is used up: logins, orders, webhooks. */
const ALWAYS_TAKEN_BYTES = 64 * 1024;

export type BodyRead =
  | { readonly body: Buffer }
  | { readonly refused: 'too-large' | 'request-timed-out' | 'unavailable' }
  /** The visitor has left. */
  | { readonly left: true };

export type BodyReaderOptions = {
  /** How long a whole body may take, in ms. */
  readonly totalMs: number;
  /** Bytes that all bodies together may hold until they are answered. */
  readonly maxBytes: number;
};

/**
 * Reads the whole body of a request before a service is asked, so that a slow visitor costs no connection to a service
 * and is never taken for a slow service. The bytes are not changed: webhooks are signed.
 */
export const bodyReader = ({ totalMs, maxBytes }: BodyReaderOptions) => {
  let held = 0;

  const read = (request: IncomingMessage, response: ServerResponse, limit: number): Promise<BodyRead> =>
    new Promise((resolve) => {
      if (request.destroyed) return resolve({ left: true });
      const startedAt = performance.now();
      const parts: Buffer[] = [];
      let bytes = 0;
      let timer: NodeJS.Timeout;

      const settle = (result: BodyRead): void => {
        clearTimeout(timer);
        request.off('data', take).off('end', end).off('close', leave);
        resolve(result);
      };
      const take = (part: Buffer): void => {
        parts.push(part);
        bytes += part.length;
        held += part.length;
        if (bytes > limit) settle({ refused: 'too-large' });
        else if (held > maxBytes && bytes > ALWAYS_TAKEN_BYTES) settle({ refused: 'unavailable' });
      };
      const end = (): void => {
        const [first] = parts;
        settle({ body: first && parts.length === 1 ? first : Buffer.concat(parts, bytes) });
      };
      const leave = (): void => settle({ left: true });
      const look = (): void => {
        const elapsedMs = performance.now() - startedAt;
        const isTooSlow = bytes < (MIN_BYTES_PER_SECOND * elapsedMs) / 1_000;
        if (elapsedMs >= totalMs || isTooSlow) settle({ refused: 'request-timed-out' });
        else timer = setTimeout(look, Math.min(LOOK_EVERY_MS, totalMs - elapsedMs));
      };

      timer = setTimeout(look, Math.min(GRACE_MS, totalMs));
      request.on('data', take).once('end', end).once('close', leave);
      // the memory is free again when the body was answered, in whatever way
      response.once('close', () => {
        held -= bytes;
      });
    });

  return {
    read,
    /** Bytes of bodies in memory now. */
    held: (): number => held,
  };
};
export type BodyReader = ReturnType<typeof bodyReader>;
