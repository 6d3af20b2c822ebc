import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const home = fileURLToPath(new URL('.', import.meta.resolve('pdfjs-dist/package.json')));
/** Character maps, the fourteen standard fonts, image decoders and colour profiles, loaded on demand. */
const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'] as const;
const BASE = '/pdfjs/';

/** Serves the data files of pdf.js under `/pdfjs/`. */
export const pdfjsPlugin = (): Plugin => ({
  name: 'satrangi-pdfjs',
  generateBundle() {
    for (const folder of folders)
      for (const name of readdirSync(join(home, folder)))
        this.emitFile({
          type: 'asset',
          fileName: `pdfjs/${folder}/${name}`,
          source: readFileSync(join(home, folder, name)),
        });
  },
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const { pathname } = new URL(request.url ?? '/', 'http://here');
      const file = join(home, normalize(pathname.slice(BASE.length)));
      const isOurs =
        pathname.startsWith(BASE) && folders.some((folder) => file.startsWith(join(home, folder, '/')));
      if (!isOurs || !statSync(file, { throwIfNoEntry: false })?.isFile()) return next();
      if (file.endsWith('.wasm')) response.setHeader('content-type', 'application/wasm');
      createReadStream(file).pipe(response);
    });
  },
});
