/**
 * Fails the build when a page exceeds its size budget. Reads the output of `vite build`: the code a route loads before
 * any interaction (entry, page and everything they import), its styles, and the fonts.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type PageName, pagePaths } from '@satrangi/contracts';
import { MEDIA_PAGE_FILE, pageFile, tablesBefore } from './page-files.ts';

type Chunk = {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
  readonly isEntry?: boolean;
};

/** The build to check; the first argument can name another folder. */
const dist = process.argv[2] ?? join(import.meta.dirname, 'dist');
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'),
);

const KB = 1_000;
/** Kilobytes of gzipped JavaScript before any interaction. Other pages have the budget of a list. */
const LIST_KB = 115;
const budgets: Partial<Record<PageName, number>> = {
  ebook: 125,
  login: 110,
  register: 110,
  payment: 110,
  paymentSuccess: 110,
  stripeCheckout: 110,
};
const MEDIA_KB = 125;
const names = Object.keys(pagePaths) as PageName[];
const pageBudgets: Readonly<Record<string, number>> = {
  [MEDIA_PAGE_FILE]: MEDIA_KB,
  ...Object.fromEntries(names.map((name) => [pageFile(name), budgets[name] ?? LIST_KB])),
};
/** Chunks loaded on demand: kilobytes beyond those already loaded on the page `on`. */
const lazyChunks: readonly { readonly key: string; readonly on: string; readonly budget: number }[] = [
  { key: 'src/features/audio/audio-player.tsx', on: 'src/pages/media-page.tsx', budget: 15 },
  { key: 'src/features/video/video-player.tsx', on: 'src/pages/media-page.tsx', budget: 15 },
  { key: 'src/features/audio/mini-player.tsx', on: 'index.html', budget: 15 },
  { key: 'src/features/chat/chat-panel.tsx', on: 'index.html', budget: 12 },
  { key: 'src/features/run/registration-dialog.tsx', on: 'src/pages/virtual-run-page.tsx', budget: 14 },
  { key: '../contracts/src/covers/draw-motif.ts', on: 'src/pages/home-page.tsx', budget: 14 },
  { key: 'src/languages/hindi.ts', on: 'index.html', budget: 50 },
  { key: 'src/features/reader/reader.tsx', on: 'src/pages/read-page.tsx', budget: 20 },
];
const CSS_KB = 15;
/** Latin fonts of the first view; title fonts of one script. Nastaliq joins letters in hundreds of shapes. */
const LATIN_KB = 92;
const SCRIPT_KB = 35;
const NASTALIQ_KB = 50;
/** Devanagari serves Hindi and Marathi, and most pairs of its letters have a ligature. */
const DEVANAGARI_KB = 46;
/** A whole script for labels and headings; only the language that was chosen loads one. */
const INTERFACE_KB = 95;
/** Text fonts, loaded after the first view by pages with text in their script. */
const TEXT_KB = 55;
const NASTALIQ_TEXT_KB = 135;
const scriptBudget = (name: string): number => {
  if (name.startsWith('text-')) return name.includes('nastaliq') ? NASTALIQ_TEXT_KB : TEXT_KB;
  if (name.startsWith('nastaliq')) return NASTALIQ_KB;
  if (name.startsWith('interface-')) return INTERFACE_KB;
  return name.startsWith('anek-devanagari') ? DEVANAGARI_KB : SCRIPT_KB;
};

const gzipped = (file: string): number => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;

/** A chunk and its transitive static imports. */
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
for (const name of names)
  if (!pages.includes(pageFile(name))) throw new Error(`${pageFile(name)} is not a chunk of its own`);

for (const page of pages) {
  const keys = closure(page, closure('index.html'));
  for (const table of tablesBefore(manifest, page)) closure(table, keys);
  const chunks = [...keys].flatMap((key) => manifest[key] ?? []);
  check(`${page} (js)`, sum(chunks.map(({ file }) => file)), pageBudgets[page] ?? LIST_KB);
  check(`${page} (css)`, sum(new Set(chunks.flatMap(({ css = [] }) => css))), CSS_KB);
}

for (const { key, on, budget } of lazyChunks) {
  if (!manifest[key]) throw new Error(`${key} is not a chunk of its own`);
  const loaded = closure(on, closure('index.html'));
  const own = [...closure(key)].filter((each) => !loaded.has(each));
  check(`${key} (lazy)`, sum(own.flatMap((each) => manifest[each]?.file ?? [])), budget);
}

const fonts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.woff2'));
const sizeOf = (names: readonly string[]): number =>
  names.reduce((total, name) => total + statSync(join(dist, 'assets', name)).size, 0);
check(
  'Latin fonts of a first view',
  sizeOf(fonts.filter((name) => /^(anek-latin|anek-rupee|literata-(?!italic))/.test(name))),
  LATIN_KB,
);
for (const name of fonts.filter((font) => /titles|^text-|^interface-/.test(font)))
  check(name.replace(/-[\w-]{7}\.woff2$/, ''), sizeOf([name]), scriptBudget(name));

if (over.length > 0) {
  process.stderr.write(`over budget:\n${over.join('\n')}\n`);
  process.exitCode = 1;
}
