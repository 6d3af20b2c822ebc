import type { KeptAnswer } from './cache-store.ts';

/** What an entry costs beside its bytes: objects, headers of buffers, its place in the map; measured, rounded up. */
const ENTRY_BYTES = 1_500;

/**
 * A buffer of its own, as long as the bytes. Node cuts small buffers out of shared blocks, and zlib fills blocks of 16 kB:
 * a kept piece would keep its whole block.
 */
const exactly = (bytes: Buffer): Buffer => {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
};

/** A text that keeps nothing alive of a longer one it was cut out of: an address may bring 16 kB along. */
export const ownText = (text: string): string => Buffer.from(text).toString();

/** The answer as it may be kept: in memory of its own, and counted whole. */
export const toKeep = (key: string, answer: Omit<KeptAnswer, 'bytes'>): KeptAnswer => ({
  ...answer,
  body: exactly(answer.body),
  brotli: exactly(answer.brotli),
  bytes: answer.body.length + answer.brotli.length + key.length + ENTRY_BYTES,
});
