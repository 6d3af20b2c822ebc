import { api } from '../api.ts';
import { EXIT_EVENT, EXITED_KEY } from '../quick-exit.ts';
import { session } from '../session.ts';
import { safeStorage } from '../store.ts';
import { writeKeptProgress } from './kept-progress.ts';
import { eraseAll, hasKept, keptTitles, refreshShell } from './kept-titles.ts';

/** Stores the newest progress with each kept title: it may have changed on another device. */
const refreshProgress = async (): Promise<void> => {
  const all = await api.library.listProgress({ query: { limit: 100 } });
  for (const { mediaId, progress } of all) writeKeptProgress(mediaId, progress);
};

/**
 * Deletes what was kept when its time is over, at the end of the session and at Exit; replaces its pages after a release
 * and its progress.
 * @returns a function that stops
 */
export const followKept = (): (() => void) => {
  const onExit = (): void => {
    if (hasKept()) void eraseAll();
  };
  const onSession = (): void => {
    if (session.get() === null) onExit();
  };
  addEventListener(EXIT_EVENT, onExit);
  const unsubscribe = session.subscribe(onSession);
  onSession();
  // the last visit ended by Exit, perhaps before this code had loaded
  if (safeStorage.read(EXITED_KEY)) onExit();
  safeStorage.write(EXITED_KEY, null);
  // without a connection the pages stay as they are
  void keptTitles()
    .then(() => (hasKept() ? Promise.all([refreshShell(), refreshProgress()]) : undefined))
    .catch(() => undefined);
  return () => {
    removeEventListener(EXIT_EVENT, onExit);
    unsubscribe();
  };
};
