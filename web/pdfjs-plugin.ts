import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const home = fileURLToPath(new URL('.', import.meta.resolve('pdfjs-dist/package.json')));
/** Character maps, the fourteen standard fonts, image decoders and colour profiles, loaded on demand. */
const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'] as const;
const BASE = '/pdfjs/';

const WORKER = 'pdfjs-dist/build/pdf.worker.min.mjs';
/** Where the worker reports the beginning of a marked span. */
const spanReport =
  /const \w+=(\w+)\[1\]instanceof Dict\?\1\[1\]\.get\("MCID"\):null;\w+\.items\.push\(\{type:"beginMarkedContentProps",/g;

/**
 * The worker of pdf.js, which also reports the `ActualText` of marked spans (decision 0133). A version that reports
 * spans differently fails the build.
 */
const readWorker = (): { readonly source: string; readonly fileName: string } => {
  const original = readFileSync(fileURLToPath(import.meta.resolve(WORKER)), 'utf8');
  if (original.match(spanReport)?.length !== 1 || !original.includes('function stringToPDFString('))
    throw new Error('the worker of pdf.js reports marked spans in another way: adapt pdfjs-plugin.ts');
  const source = original.replace(
    spanReport,
    (report, args: string) =>
      `${report}actual:${args}[1]instanceof Dict&&typeof ${args}[1].get("ActualText")==="string"?stringToPDFString(${args}[1].get("ActualText")):null,`,
  );
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { source, fileName: `assets/pdf.worker.min-${hash}.mjs` };
};

/** Serves the data files of pdf.js under `/pdfjs/`, and its worker. */
export const pdfjsPlugin = (): Plugin => ({
  name: 'satrangi-pdfjs',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('pdf.worker.min.mjs?url')
      ? `export default ${JSON.stringify(`/${readWorker().fileName}`)};`
      : undefined,
  generateBundle() {
    const { source, fileName } = readWorker();
    this.emitFile({ type: 'asset', fileName, source });
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
      if (/^\/assets\/pdf\.worker/.test(pathname)) {
        response.setHeader('content-type', 'text/javascript');
        return void response.end(readWorker().source);
      }
      const file = join(home, normalize(pathname.slice(BASE.length)));
      const isOurs =
        pathname.startsWith(BASE) && folders.some((folder) => file.startsWith(join(home, folder, '/')));
      if (!isOurs || !statSync(file, { throwIfNoEntry: false })?.isFile()) return next();
      if (file.endsWith('.wasm')) response.setHeader('content-type', 'application/wasm');
      createReadStream(file).pipe(response);
    });
  },
});
