import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogApi, urlOf } from '@satrangi/contracts';
import type { Plugin } from 'vite';
import { FEATURED_MAX, PAGE_SIZE, SHELF_SIZE } from './src/lib/page-sizes.ts';

/** The script goes right after this line of index.html. */
const FIRST = '<meta charset="utf-8" />';

type Chunk = {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
};
type Manifest = Readonly<Record<string, Chunk>>;

/** The id in an address, in questions about it. */
const ID = '~';

const shelf = urlOf('/api', catalogApi.listEbooks, { query: { limit: SHELF_SIZE } });

/** Pages that begin with titles ask for the faces these are set in, and for what puts them to use. */
const faces = urlOf('/api', catalogApi.listTitleFaces);
const FOLLOW = 'src/app/follow.ts';

type Arrival = { readonly files: readonly string[]; readonly asks?: readonly string[] };

/** Pages people arrive at from outside, by the pattern of their address: their files, and what they ask first. */
const arrivals: Readonly<Record<string, Arrival>> = {
  '^/$': {
    files: ['src/pages/home-page.tsx', FOLLOW],
    asks: [
      shelf,
      urlOf('/api', catalogApi.search, { query: { featured: 'true', limit: FEATURED_MAX } }),
      faces,
    ],
  },
  '^/e-books$': {
    files: ['src/pages/ebooks-page.tsx', FOLLOW],
    asks: [urlOf('/api', catalogApi.listEbooks, { query: { limit: PAGE_SIZE } }), faces],
  },
  '^/ebook/([^/]+)$': {
    files: ['src/pages/ebook-page.tsx', FOLLOW],
    asks: [urlOf('/api', catalogApi.getEbook, { params: { id: ID } }), faces],
  },
  '^/digital-library$': { files: ['src/pages/digital-library-page.tsx', FOLLOW], asks: [faces] },
  '^/archives$': { files: ['src/app/more-pages.tsx', 'src/pages/archives-page.tsx', FOLLOW], asks: [faces] },
  '^/(?:short-film|documentary|audio-story|magazine|oral-history)/': {
    files: ['src/app/more-pages.tsx', 'src/pages/media-page.tsx', FOLLOW],
    asks: [faces],
  },
  '^/login$': { files: ['src/app/more-pages.tsx', 'src/pages/login-page.tsx'] },
  '^/profile$': { files: ['src/app/more-pages.tsx', 'src/pages/profile-page.tsx'] },
  '^/support$': { files: ['src/app/more-pages.tsx', 'src/pages/support-page.tsx'] },
};

/** What is asked early for an address; the page asks the same, or it would be asked twice. */
export const questionsAt = (pathname: string): readonly string[] =>
  Object.entries(arrivals).flatMap(([pattern, { asks = [] }]) => {
    const found = new RegExp(pattern).exec(pathname);
    return found ? asks.map((url) => url.replace(ID, found[1] ?? '')) : [];
  });

const closure = (manifest: Manifest, key: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) closure(manifest, next, seen);
  return seen;
};

/** Files these chunks need beyond those that index.html already names. */
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

/** What nobody has asked for by then is no answer any more. */
const FRESH_MS = 9_000;

/** A question belongs to the bare address: filters ask others. */
const script = (pages: Readonly<Record<string, Arrival>>): string =>
  `for(const[p,{files,asks=[]}]of Object.entries(${JSON.stringify(pages)})){const m=new RegExp(p).exec(location.pathname);if(!m)continue;for(const n of files){const l=document.createElement("link");l.rel=n.endsWith(".css")?"preload":"modulepreload";if(n.endsWith(".css"))l.as="style";l.crossOrigin="";l.href="/"+n;document.head.append(l)}if(!location.search)self.early=new Map(asks.map(a=>{const u=a.replace("${ID}",m[1]);return[u,fetch(u).catch(()=>{})]}))}setTimeout(()=>{self.early=void 0},${FRESH_MS})`;

/**
 * A page's code is named only inside the code that starts the shop, and what the page shows only inside that: on a slow
 * phone they would begin to load a second later, and another. This writes a few hundred bytes that ask for both at once,
 * by the address the reader came to.
 */
export const earlyPlugin = (): Plugin => ({
  name: 'satrangi-early',
  apply: 'build',
  writeBundle: ({ dir }) => {
    if (!dir) return;
    const manifest: Manifest = JSON.parse(readFileSync(join(dir, '.vite', 'manifest.json'), 'utf8'));
    const pages = Object.entries(arrivals).map(([pattern, { files, ...asks }]): [string, Arrival] => [
      pattern,
      { files: filesOf(manifest, files), ...asks },
    ]);
    const source = script(Object.fromEntries(pages));
    const name = `assets/early-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`;
    writeFileSync(join(dir, name), source);
    const html = join(dir, 'index.html');
    const before = readFileSync(html, 'utf8');
    const after = before.replace(FIRST, `${FIRST}\n    <script src="/${name}"></script>`);
    if (after === before) throw new Error(`index.html has no ${FIRST}`);
    writeFileSync(html, after);
  },
});
