import type { ServiceName } from '@satrangi/contracts';

/** One cached response, ready to be sent: body plain and compressed, and what invalidates it. */
export type CachedResponse = {
  readonly service: ServiceName;
  readonly status: number;
  readonly etag: string;
  readonly body: Buffer;
  readonly brotli: Buffer;
  readonly requestId: string;
  readonly bytes: number;
  readonly expiresAt: number;
  /** Live messages whose type starts with one of these prefixes invalidate the response ... */
  readonly invalidatedBy: readonly string[];
  /** ... unless the response is about one item and the message about another. */
  readonly itemId: string | null;
  /** The key contains words that somebody typed: these responses evict each other, and no others. */
  readonly isFreeText: boolean;
  /** The service gave the etag and answers 304 while it is right: an invalidated response is asked for again, not fetched. */
  readonly isConditional: boolean;
};

/** Measured overhead of an entry besides its bytes: objects, buffer headers and the map slot, rounded up. */
const ENTRY_BYTES = 1_500;

/**
 * The bytes in a buffer of exact size, copied if they are a part of a larger one. Node allocates small buffers from shared pools,
 * and zlib fills blocks of 16 kB: a cached slice would retain its whole block.
 */
const exactSized = (bytes: Buffer): Buffer => {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
};

/** Copies a string, so that it does not retain the longer string it is a slice of (a URL of up to 16 kB). */
export const detachedString = (text: string): string => Buffer.from(text).toString();

/** A response to be stored: it retains nothing but its own bytes. */
export const detachedResponse = (response: CachedResponse): CachedResponse => ({
  ...response,
  body: exactSized(response.body),
  brotli: exactSized(response.brotli),
  itemId: response.itemId === null ? null : detachedString(response.itemId),
});

/** The response with its size in the cache, in bytes. */
export const sizedResponse = (key: string, response: Omit<CachedResponse, 'bytes'>): CachedResponse => ({
  ...response,
  bytes: response.body.length + response.brotli.length + key.length + ENTRY_BYTES,
});
