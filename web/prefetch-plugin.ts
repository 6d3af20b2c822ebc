import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BLOGS_LIST,
  blogsApi,
  catalogApi,
  cmsApi,
  FEATURED_MAX,
  type PageName,
  pagePaths,
  pageTexts,
  sitePages,
  urlOf,
  virtualRunApi,
} from '@satrangi/contracts';
import type { Plugin } from 'vite';
import { MEDIA_PAGE_FILE, MEDIA_PAGE_PATTERN, pageFile, pagePattern, tablesBefore } from './page-files.ts';
import { PAGE_SIZE, SHELF_SIZE } from './src/lib/page-sizes.ts';

/** The script is inserted after this line of index.html. */
const FIRST = '<meta charset="utf-8" />';

type Chunk = {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
};
type Manifest = Readonly<Record<string, Chunk>>;

/** Titles of every kind, for the shelf of the home page. */
const byKind = urlOf('/api', catalogApi.searchByKind, { query: {} });

/** The drawings of covers. */
const COVERS = '../contracts/src/covers/draw-motif.ts';

/** Stands for the id of the page's path in request URLs. */
const ID = '~';

const shelf = urlOf('/api', catalogApi.listEbooks, { query: { limit: SHELF_SIZE } });

/** Pages that show titles also load the subset fonts and the code that applies them. */
const titleFonts = urlOf('/api', catalogApi.listTitleFonts);
/** The texts of a page. */
const sections = (page: string): string => urlOf('/api', cmsApi.listPageSections, { params: { page } });

const BACKGROUND = 'src/app/start-live-updates.ts';

type Entry = { readonly files?: readonly string[]; readonly requests?: readonly string[] };

/** Pages most visits start at: their chunks and first requests beside page, route tables and texts. */
const entries: Partial<Record<PageName, Entry>> = {
  home: {
    files: [BACKGROUND, COVERS],
    requests: [
      shelf,
      byKind,
      urlOf('/api', catalogApi.search, { query: { featured: 'true', limit: String(FEATURED_MAX) } }),
      titleFonts,
    ],
  },
  ebooks: {
    files: [BACKGROUND, COVERS],
    requests: [urlOf('/api', catalogApi.listEbooks, { query: { limit: PAGE_SIZE } }), titleFonts],
  },
  ebook: {
    files: [BACKGROUND, COVERS],
    requests: [urlOf('/api', catalogApi.getEbook, { params: { id: ID } }), titleFonts],
  },
  library: { files: [BACKGROUND, COVERS], requests: [titleFonts] },
  archives: { files: [BACKGROUND, COVERS], requests: [titleFonts] },
  blogs: { requests: [`/api${BLOGS_LIST}`] },
  blog: { requests: [urlOf('/api', blogsApi.getBlog, { params: { id: ID } })] },
  login: {},
  profile: {},
  newsletter: {},
  publishing: { files: ['src/features/submission/submission-panel.tsx'] },
  run: { requests: [urlOf('/api', virtualRunApi.getRun), urlOf('/api', virtualRunApi.getCounts)] },
  runPage: { requests: [urlOf('/api', virtualRunApi.getPage, { params: { slug: ID } })] },
  runEdit: {},
  submissionStatus: {},
};

/** The request for the texts of a page that has some. */
const textsOf = (path: string): readonly string[] =>
  sitePages
    .filter((page) => page.path === path && pageTexts.some((text) => text.page === page.id))
    .map(({ id }) => sections(id));

const names = Object.keys(pagePaths) as PageName[];
const entryNames = names.filter((name) => name in entries || textsOf(pagePaths[name]).length > 0);

type EntryPage = {
  readonly pattern: string;
  readonly page: string;
  readonly files: readonly string[];
  readonly requests: readonly string[];
};

const entryPages: readonly EntryPage[] = [
  ...entryNames.map((name) => ({
    pattern: pagePattern(name),
    page: pageFile(name),
    files: entries[name]?.files ?? [],
    requests: [...(entries[name]?.requests ?? []), ...textsOf(pagePaths[name])],
  })),
  { pattern: MEDIA_PAGE_PATTERN, page: MEDIA_PAGE_FILE, files: [BACKGROUND, COVERS], requests: [titleFonts] },
];

/** URLs prefetched for a path. They must equal the URLs of the page's own requests to be used by them. */
export const prefetchUrls = (pathname: string): readonly string[] =>
  entryPages.flatMap(({ pattern, requests }) => {
    const found = new RegExp(pattern).exec(pathname);
    return found ? requests.map((url) => url.replace(ID, found[1] ?? '')) : [];
  });

const closure = (manifest: Manifest, key: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) closure(manifest, next, seen);
  return seen;
};

/** Files of these chunks without those that index.html already names. */
const filesOf = (manifest: Manifest, keys: readonly string[]): readonly string[] => {
  const base = closure(manifest, 'index.html');
  const all = new Set<string>();
  for (const key of keys) closure(manifest, key, all);
  const own = [...all].filter((key) => !base.has(key));
  return own.flatMap((key) => {
    const chunk = manifest[key];
    return chunk ? [chunk.file, ...(chunk.css ?? [])] : [];
  });
};

/** Prefetched responses that are not used within this time are dropped. */
const FRESH_MS = 9_000;

type Prefetch = { readonly files: readonly string[]; readonly requests?: readonly string[] };

/** Requests are prefetched only without a query string, because filters change them. */
const script = (pages: Readonly<Record<string, Prefetch>>): string =>
  `for(const[p,{files,requests=[]}]of Object.entries(${JSON.stringify(pages)})){const m=new RegExp(p).exec(location.pathname);if(!m)continue;for(const n of files){const l=document.createElement("link");l.rel=n.endsWith(".css")?"preload":"modulepreload";if(n.endsWith(".css"))l.as="style";l.crossOrigin="";l.href="/"+n;document.head.append(l)}if(!location.search)self.prefetched=new Map(requests.map(a=>{const u=a.replace("${ID}",m[1]);return[u,fetch(u).catch(()=>{})]}))}setTimeout(()=>{self.prefetched=void 0},${FRESH_MS})`;

/**
 * Prefetches the code and data of the first page. The entry chunk names the page's chunk and only that one names its
 * requests, so on a slow phone each would start a second later. The inline script of a few hundred bytes starts both
 * at once, by the path of the page.
 */
export const prefetchPlugin = (): Plugin => ({
  name: 'satrangi-prefetch',
  apply: 'build',
  writeBundle: ({ dir }) => {
    if (!dir) return;
    const manifest: Manifest = JSON.parse(readFileSync(join(dir, '.vite', 'manifest.json'), 'utf8'));
    const pages = entryPages.map(({ pattern, page, files, requests }): [string, Prefetch] => {
      if (!manifest[page]) throw new Error(`${page} is not a chunk of its own`);
      const keys = [...tablesBefore(manifest, page), page, ...files];
      return [pattern, { files: filesOf(manifest, keys), ...(requests.length > 0 && { requests }) }];
    });
    const source = script(Object.fromEntries(pages));
    const name = `assets/prefetch-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`;
    writeFileSync(join(dir, name), source);
    const html = join(dir, 'index.html');
    const before = readFileSync(html, 'utf8');
    const after = before.replace(FIRST, `${FIRST}\n    <script src="/${name}"></script>`);
    if (after === before) throw new Error(`index.html has no ${FIRST}`);
    writeFileSync(html, after);
  },
});
