import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);
const kinds = new Set(['.js', '.mjs', '.css', '.svg', '.json', '.wasm']);
/** Below this size a compressed copy saves less than its headers cost. */
const MIN_BYTES = 600;

const compressFile = async (file: string): Promise<void> => {
  const original = await readFile(file);
  if (original.length < MIN_BYTES) return;
  const compressed = await compress(original, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: original.length,
    },
  });
  if (compressed.length < original.length) await writeFile(`${file}.br`, compressed);
};

/** Writes `.br` copies at build time, so that the gateway does not compress while readers wait. */
export const brotliPlugin = (): Plugin => {
  let dist = '';
  return {
    name: 'satrangi-brotli',
    apply: 'build',
    configResolved: ({ root, build }) => {
      dist = resolve(root, build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        const entries = await readdir(dist, { recursive: true, withFileTypes: true }).catch(() => []);
        const files = entries
          .filter((entry) => entry.isFile() && kinds.has(extname(entry.name)))
          .map((entry) => join(entry.parentPath, entry.name));
        for (const file of files) await compressFile(file);
      },
    },
  };
};
