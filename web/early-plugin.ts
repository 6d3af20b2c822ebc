import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The script goes right after this line of index.html. */
const FIRST = '<meta charset="utf-8" />';

type Chunk = {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
};
type Manifest = Readonly<Record<string, Chunk>>;

/** Pages people arrive at from outside, by the pattern of their address. */
const arrivals = {
  '^/$': ['src/pages/home-page.tsx'],
  '^/e-books$': ['src/pages/ebooks-page.tsx'],
  '^/ebook/': ['src/pages/ebook-page.tsx'],
  '^/digital-library$': ['src/pages/digital-library-page.tsx'],
  '^/archives$': ['src/app/more-pages.tsx', 'src/pages/archives-page.tsx'],
  '^/(short-film|documentary|audio-story|magazine|oral-history)/': [
    'src/app/more-pages.tsx',
    'src/pages/media-page.tsx',
  ],
  '^/login$': ['src/app/more-pages.tsx', 'src/pages/login-page.tsx'],
  '^/profile$': ['src/app/more-pages.tsx', 'src/pages/profile-page.tsx'],
  '^/support$': ['src/app/more-pages.tsx', 'src/pages/support-page.tsx'],
} as const;

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

const script = (files: Record<string, readonly string[]>): string =>
  `for(const[p,f]of Object.entries(${JSON.stringify(files)}))if(new RegExp(p).test(location.pathname))for(const n of f){const l=document.createElement("link");l.rel=n.endsWith(".css")?"preload":"modulepreload";if(n.endsWith(".css"))l.as="style";l.crossOrigin="";l.href="/"+n;document.head.append(l)}`;

/**
 * A page's code is named only inside the code that starts the shop: on a slow phone it would begin to load a second
 * later. This writes a few hundred bytes that ask for it at once, by the address the reader came to.
 */
export const earlyPlugin = (): Plugin => ({
  name: 'satrangi-early',
  apply: 'build',
  writeBundle: ({ dir }) => {
    if (!dir) return;
    const manifest: Manifest = JSON.parse(readFileSync(join(dir, '.vite', 'manifest.json'), 'utf8'));
    const files = Object.fromEntries(
      Object.entries(arrivals).map(([pattern, keys]) => [pattern, filesOf(manifest, keys)]),
    );
    const source = script(files);
    const name = `assets/early-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`;
    writeFileSync(join(dir, name), source);
    const html = join(dir, 'index.html');
    const before = readFileSync(html, 'utf8');
    const after = before.replace(FIRST, `${FIRST}\n    <script src="/${name}"></script>`);
    if (after === before) throw new Error(`index.html has no ${FIRST}`);
    writeFileSync(html, after);
  },
});
