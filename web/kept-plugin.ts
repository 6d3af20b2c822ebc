import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { pagePaths } from '@satrangi/contracts';
import type { Plugin } from 'vite';
import { pageFile, tablesBefore } from './page-files.ts';
import { FACTS_URL, SHELL_CACHE, titleCache } from './src/lib/kept/kept-names.ts';

type Chunk = {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
};
type Manifest = Readonly<Record<string, Chunk>>;

/** What the worker and the pages name alike. */
const names = {
  shellCache: SHELL_CACHE,
  titleCache: titleCache(''),
  factsUrl: FACTS_URL,
  keptPage: pagePaths.kept,
};

const SOURCE = 'src/kept-worker.ts';
const ENTRY = 'index.html';
const COVERS = '../contracts/src/covers/draw-motif.ts';
/** Files that the reader needs for a book beside its chunks: the worker of pdf.js, decoders and fonts. */
const PDFJS = /^(assets\/pdf\.worker|pdfjs\/(wasm|standard_fonts)\/)/;

/** No page, and no table of routes, which loads every page of the site. */
const isPart = (key: string): boolean => !/^src\/pages\/|-routes\.tsx$/.test(key);

/**
 * Chunks of pages that need no connection, with all that they load later, and with what the entry loads later around any page:
 * the foot, the player, the language, the table of the API.
 */
const chunksOf = (manifest: Manifest, pages: readonly string[]): ReadonlySet<string> => {
  const found = new Set<string>();
  const add = (key: string): void => {
    if (found.has(key)) return;
    found.add(key);
    const { imports = [], dynamicImports = [] } = manifest[key] ?? {};
    for (const next of imports) add(next);
    for (const next of dynamicImports) if (isPart(next)) add(next);
  };
  add(ENTRY);
  for (const page of pages) {
    for (const table of tablesBefore(manifest, page)) add(table);
    add(page);
  }
  // covers of kept titles
  add(COVERS);
  return found;
};

/**
 * Writes `keep.js`, the service worker of kept titles, and `kept-files.json`: the files of the pages that open one without a
 * connection.
 */
export const keptPlugin = (): Plugin => ({
  name: 'satrangi-kept',
  apply: 'build',
  writeBundle: ({ dir }, bundle) => {
    if (!dir) return;
    const source = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, SOURCE), 'utf8'));
    writeFileSync(join(dir, 'keep.js'), `const NAMES = ${JSON.stringify(names)};\n${source}`);
    const manifest: Manifest = JSON.parse(readFileSync(join(dir, '.vite', 'manifest.json'), 'utf8'));
    const chunks = [...chunksOf(manifest, [pageFile('read'), pageFile('kept')])];
    const files = new Set(
      chunks.flatMap((key) => {
        const { file, css = [], assets = [] } = manifest[key] ?? { file: '' };
        return [file, ...css, ...assets];
      }),
    );
    for (const file of Object.keys(bundle)) if (PDFJS.test(file)) files.add(file);
    files.delete('');
    // the script of the prefetch plugin is no chunk
    for (const [, file] of readFileSync(join(dir, ENTRY), 'utf8').matchAll(/<script src="\/([^"]+)"/g))
      if (file) files.add(file);
    const all = [...files].sort();
    const bytes = all.reduce((sum, file) => sum + statSync(join(dir, file)).size, 0);
    const version = createHash('sha256').update(all.join()).digest('hex').slice(0, 16);
    writeFileSync(join(dir, 'kept-files.json'), JSON.stringify({ version, bytes, files: all }));
  },
});
