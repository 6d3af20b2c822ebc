import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { CacheStore } from './cache-store.ts';
import { type CachedResponse, sizedResponse } from './cached-response.ts';

const compress = promisify(brotliCompress);

/** Compresses a body, fast rather than small. */
export const compressBrotli = (body: Buffer): Promise<Buffer> =>
  compress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

/** Compresses a response that was first requested without Brotli, for later requests. */
export const createLateCompression = (cache: CacheStore) => {
  const compressed = new WeakSet<CachedResponse>();
  return (key: string, answer: CachedResponse): void => {
    if (answer.brotli.length > 0 || compressed.has(answer)) return;
    compressed.add(answer);
    void compressBrotli(answer.body).then((brotli) => {
      if (cache.get(key) === answer)
        cache.put(key, sizedResponse(key, { ...answer, brotli }), cache.version());
    });
  };
};
