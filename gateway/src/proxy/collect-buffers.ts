import type { Readable } from 'node:stream';

const COLLECTED_BYTES = 8 * 1024 * 1024;

/**
 * Frees the buffers of forwarded uploads. Each is a few bytes in the heap and 64 kB outside of it, so that V8 would let
 * some 100 MB of them wait (decision 0086): the young generation is collected after every 8 MB of the uploads to one service.
 * @param collect by default V8's, which needs `--expose-gc`; without it nothing is done
 */
export const createBufferCollection = (
  collect = (): void => void globalThis.gc?.({ type: 'minor' }),
): ((upload: Readable) => void) => {
  let waiting = 0;
  return (upload) => {
    upload.on('data', (part: Buffer) => {
      waiting += part.length;
      if (waiting < COLLECTED_BYTES) return;
      waiting = 0;
      collect();
    });
  };
};
