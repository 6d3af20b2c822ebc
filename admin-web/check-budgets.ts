/**
 * Fails the build when the back office exceeds its size budget (kilobytes of gzipped files): what loads before any
 * interaction, and what each tab adds of its own. Reads the output of `vite build`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

type Chunk = {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
};

/** The build to check; the first argument can name another folder. */
const dist = process.argv[2] ?? join(import.meta.dirname, 'dist');
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'),
);

const KB = 1_000;
const INITIAL_KB = 200;
const TAB_KB = 40;
const CSS_KB = 18;
/** The page that opens first. */
const FIRST = 'src/pages/dashboard-page.tsx';
const FORMS_KB = 50;
/** The chunk of all forms, which tabs share (vite.config.ts). */
const isForms = (key: string): boolean => /^_forms-/.test(key);
/** Chunks that a tab loads after it is shown. */
const lazyChunks: Readonly<Record<string, number>> = {
  'src/lib/charts.tsx': 132,
  'src/lib/explanation-panel.tsx': 4,
  'src/features/palette/palette.tsx': 6,
  'src/features/media/media-drawer.tsx': 90,
  'src/features/blogs/blog-drawer.tsx': 90,
  'src/lib/quill-editor.tsx': 75,
};

const gzipped = (file: string): number => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
const sum = (files: Iterable<string>): number => [...files].reduce((total, file) => total + gzipped(file), 0);

/** A chunk and its transitive static imports. */
const closure = (key: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) closure(next, seen);
  return seen;
};
const chunksOf = (keys: Iterable<string>): Chunk[] => [...keys].flatMap((key) => manifest[key] ?? []);

const over: string[] = [];
const check = (what: string, bytes: number, budgetKb: number): void => {
  const line = `${what.padEnd(44)} ${(bytes / KB).toFixed(1).padStart(7)} kB of ${budgetKb} kB`;
  process.stdout.write(`${line}\n`);
  if (bytes > budgetKb * KB) over.push(line);
};

const tabs = Object.keys(manifest).filter((key) => /^src\/pages\/.+-page\.tsx$/.test(key));
if (!tabs.includes(FIRST)) throw new Error(`${FIRST} is not a chunk of its own`);
const initial = closure(FIRST, closure('index.html'));
check('before any interaction (js)', sum(chunksOf(initial).map(({ file }) => file)), INITIAL_KB);
check('before any interaction (css)', sum(new Set(chunksOf(initial).flatMap(({ css = [] }) => css))), CSS_KB);

const checkOwn = (key: string, budgetKb: number): void => {
  const own = [...closure(key)].filter((each) => !initial.has(each) && !isForms(each));
  check(key, sum(chunksOf(own).map(({ file }) => file)), budgetKb);
};
const forms = Object.keys(manifest).filter(isForms);
if (forms.length > 0) check('forms of all tabs', sum(chunksOf(forms).map(({ file }) => file)), FORMS_KB);
for (const tab of tabs) if (tab !== FIRST) checkOwn(tab, TAB_KB);
for (const [key, budgetKb] of Object.entries(lazyChunks)) {
  if (!manifest[key]) throw new Error(`${key} is not a chunk of its own`);
  checkOwn(key, budgetKb);
}

if (over.length > 0) {
  process.stderr.write(`over budget:\n${over.join('\n')}\n`);
  process.exitCode = 1;
}
