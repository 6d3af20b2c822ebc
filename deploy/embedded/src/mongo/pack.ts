/** Size of the memory that small documents share. */
const CHUNK = 64 * 1024;
/** A larger document keeps memory of its own. */
const SMALL = CHUNK / 8;

/**
 * Copies documents one after the other into shared memory: an `ArrayBuffer` of its own costs each some 250 bytes beside its
 * content, and time in each garbage collection. A chunk is free when none of its documents is used any more, so replaced
 * documents may occupy what was packed, and never more.
 */
export const createPacker = () => {
  let chunk = Buffer.allocUnsafeSlow(0);
  let used = 0;
  return (bytes: Uint8Array): Uint8Array => {
    if (bytes.length > SMALL) return bytes;
    if (used + bytes.length > chunk.length) {
      chunk = Buffer.allocUnsafeSlow(CHUNK);
      used = 0;
    }
    chunk.set(bytes, used);
    used += bytes.length;
    return chunk.subarray(used - bytes.length, used);
  };
};
