/**
 * Fails the build when a page became too heavy for a slow phone. Reads what `vite build` wrote: the code a route
 * loads before anything is touched (entry, page and everything they import), its styles, and the fonts.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

type Chunk = {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
  readonly isEntry?: boolean;
};

/** What to weigh; another folder may be named after the command. */
const dist = process.argv[2] ?? join(import.meta.dirname, 'dist');
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'),
);

const KB = 1_000;
/** Kilobytes of JavaScript, compressed, before the first touch. Pages not named here have the budget of a list. */
const LIST_KB = 115;
const pageBudgets: Record<string, number> = {
  'src/pages/ebook-page.tsx': 125,
  'src/pages/media-page.tsx': 125,
  'src/pages/login-page.tsx': 110,
  'src/pages/register-page.tsx': 110,
  'src/pages/payment-page.tsx': 110,
  'src/pages/payment-success-page.tsx': 110,
  'src/pages/stripe-checkout-page.tsx': 110,
};
/** What comes later, when somebody asks for it: kilobytes beyond what is there by then. */
const later: readonly { readonly key: string; readonly on: string; readonly budget: number }[] = [
  { key: 'src/features/audio/audio-player.tsx', on: 'src/pages/media-page.tsx', budget: 15 },
  { key: 'src/features/video/video-player.tsx', on: 'src/pages/media-page.tsx', budget: 15 },
  { key: 'src/features/audio/mini-player.tsx', on: 'index.html', budget: 15 },
  { key: 'src/features/reader/reader.tsx', on: 'src/pages/read-page.tsx', budget: 20 },
];
const CSS_KB = 15;
/** Latin faces of a first view, the fonts of all titles of one script; Nastaliq joins letters in hundreds of shapes. */
const LATIN_KB = 92;
const SCRIPT_KB = 35;
const NASTALIQ_KB = 50;
/** Devanagari writes Hindi and Marathi, and most pairs of its letters have a shape of their own. */
const DEVANAGARI_KB = 46;
/** Faces of texts, fetched after the first view by pages with words of their script. */
const TEXT_KB = 55;
const NASTALIQ_TEXT_KB = 145;
const scriptBudget = (name: string): number => {
  if (name.startsWith('text-')) return name.includes('nastaliq') ? NASTALIQ_TEXT_KB : TEXT_KB;
  if (name.startsWith('nastaliq')) return NASTALIQ_KB;
  return name.startsWith('anek-devanagari') ? DEVANAGARI_KB : SCRIPT_KB;
};

const gzipped = (file: string): number => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;

/** A chunk and everything it loads with it. */
const closure = (key: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) closure(next, seen);
  return seen;
};

const over: string[] = [];
const check = (what: string, bytes: number, budgetKb: number): void => {
  const line = `${what.padEnd(44)} ${(bytes / KB).toFixed(1).padStart(7)} kB of ${budgetKb} kB`;
  process.stdout.write(`${line}\n`);
  if (bytes > budgetKb * KB) over.push(line);
};

const sum = (files: Iterable<string>): number => [...files].reduce((total, file) => total + gzipped(file), 0);

const pages = Object.keys(manifest).filter((key) => /^src\/pages\/.+-page\.tsx$/.test(key));
if (pages.length === 0) throw new Error('the build has no pages: is the manifest another one?');

/** The second table of pages: loaded on the way to every page it leads to. */
const SECOND = 'src/app/more-pages.tsx';

for (const page of pages) {
  const keys = closure(page, closure('index.html'));
  if (manifest[SECOND]?.dynamicImports?.includes(page)) closure(SECOND, keys);
  const chunks = [...keys].flatMap((key) => manifest[key] ?? []);
  check(`${page} (js)`, sum(chunks.map(({ file }) => file)), pageBudgets[page] ?? LIST_KB);
  check(`${page} (css)`, sum(new Set(chunks.flatMap(({ css = [] }) => css))), CSS_KB);
}

for (const { key, on, budget } of later) {
  if (!manifest[key]) throw new Error(`the build has no ${key} of its own: it comes with a page now`);
  const there = closure(on, closure('index.html'));
  const own = [...closure(key)].filter((each) => !there.has(each));
  check(`${key} (later)`, sum(own.flatMap((each) => manifest[each]?.file ?? [])), budget);
}

const fonts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.woff2'));
const weigh = (names: readonly string[]): number =>
  names.reduce((total, name) => total + statSync(join(dist, 'assets', name)).size, 0);
check(
  'Latin fonts of a first view',
  weigh(fonts.filter((name) => /^(anek-latin|anek-rupee|literata-(?!italic))/.test(name))),
  LATIN_KB,
);
for (const name of fonts.filter((font) => /titles|^text-/.test(font)))
  check(name.replace(/-[\w-]{8}\.woff2$/, ''), weigh([name]), scriptBudget(name));

if (over.length > 0) {
  process.stderr.write(`over budget:\n${over.join('\n')}\n`);
  process.exitCode = 1;
}
