import { paths } from '../paths.ts';
import { safeStorage } from '../store.ts';
import { FACTS_URL, type KeptFacts, SHELL_CACHE, titleCache } from './kept-names.ts';
import { keptIds, writeKeptIds } from './kept-progress.ts';

/** The version of the kept pages. */
const VERSION = 'kept-version';

/** The size of the kept pages in bytes. */
const SHELL_BYTES = 'kept-bytes';

/** What the build says of the pages that are kept with a title. */
type ShellFiles = { readonly version: string; readonly bytes: number; readonly files: readonly string[] };

/** Whether this browser can keep titles: by https, or on this machine. */
export const canKeep = (): boolean => 'serviceWorker' in navigator && 'caches' in globalThis;

export const hasKept = (): boolean => keptIds().length > 0;

const factsIn = async (id: string): Promise<KeptFacts | null> => {
  if (!(await caches.has(titleCache(id)))) return null;
  const answer = await (await caches.open(titleCache(id))).match(FACTS_URL);
  // written by `keep`, in this shape
  return answer ? ((await answer.json()) as KeptFacts) : null;
};

const isOver = ({ until }: KeptFacts, now: number): boolean => Date.parse(until) <= now;

/** Deletes the copy of a title on this device; with the last one, also the pages and the service worker. */
export const eraseTitle = async (id: string): Promise<void> => {
  writeKeptIds(keptIds().filter((one) => one !== id));
  await caches.delete(titleCache(id));
  if (!hasKept()) await eraseAll();
};

/** Deletes everything that was kept. The deletions are under way when it returns: the page may close then. */
export const eraseAll = (): Promise<unknown> => {
  const deleted = [...keptIds().map(titleCache), SHELL_CACHE].map((name) => caches.delete(name));
  writeKeptIds([]);
  safeStorage.write(VERSION, null);
  safeStorage.write(SHELL_BYTES, null);
  const worker = navigator.serviceWorker?.getRegistration('/').then((one) => one?.unregister());
  return Promise.allSettled([...deleted, worker]);
};

/** The kept titles, in the order they were kept. Deletes those whose time is over. */
export const keptTitles = async (): Promise<KeptFacts[]> => {
  const now = Date.now();
  const kept: KeptFacts[] = [];
  for (const id of keptIds()) {
    const facts = await factsIn(id);
    if (facts && !isOver(facts, now)) kept.push(facts);
    else await eraseTitle(id);
  }
  return kept;
};

const shellFiles = async (): Promise<ShellFiles> => {
  const answer = await fetch('/kept-files.json', { cache: 'no-cache' });
  if (!answer.ok) throw new TypeError('The list of pages did not load');
  // written by the build, in this shape
  return (await answer.json()) as ShellFiles;
};

/** Size of the pages that are kept beside the first title, in bytes; 0 when they are kept already. */
export const shellBytes = async (): Promise<number> => (hasKept() ? 0 : (await shellFiles()).bytes);

/** Size of the pages that this device keeps once for all titles, in bytes; 0 when they were kept before it was stored. */
export const keptShellBytes = (): number => Number(safeStorage.read(SHELL_BYTES) ?? 0);

const keepShell = async ({ version, bytes, files }: ShellFiles): Promise<void> => {
  await caches.delete(SHELL_CACHE);
  const shell = await caches.open(SHELL_CACHE);
  await shell.addAll([...files.map((file) => `/${file}`), paths.kept]);
  // everything was deleted while they loaded
  if (!hasKept()) return void (await caches.delete(SHELL_CACHE));
  safeStorage.write(VERSION, version);
  safeStorage.write(SHELL_BYTES, `${bytes}`);
};

/** After a release the kept pages are replaced: the old ones name files that the server no longer has. */
export const refreshShell = async (): Promise<void> => {
  const files = await shellFiles();
  if (files.version !== safeStorage.read(VERSION)) await keepShell(files);
};

/** Notes the id of a title before it is stored, so that Exit deletes also what is half stored; the first one brings the pages. */
export const beginTitle = async (id: string): Promise<void> => {
  const isFirst = !hasKept();
  writeKeptIds([...keptIds().filter((one) => one !== id), id]);
  if (isFirst) await keepShell(await shellFiles());
};
