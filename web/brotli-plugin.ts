import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);
const kinds = new Set(['.js', '.mjs', '.css', '.svg', '.json', '.wasm']);
/** Below this a compressed copy saves less than its headers cost. */
const LEAST_BYTES = 600;

const pack = async (file: string): Promise<void> => {
  const plain = await readFile(file);
  if (plain.length < LEAST_BYTES) return;
  const packed = await compress(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
  if (packed.length < plain.length) await writeFile(`${file}.br`, packed);
};

/** Puts a `.br` copy beside everything that shrinks, so that the gateway compresses nothing while readers wait. */
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
        for (const file of files) await pack(file);
      },
    },
  };
};
