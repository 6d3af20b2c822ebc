import { EXIT_EVENT, EXITED_KEY } from '../quick-exit.ts';
import { session } from '../session.ts';
import { safeStorage } from '../store.ts';
import { eraseAll, hasKept, keptTitles, refreshShell } from './kept-titles.ts';

/**
 * Deletes what was kept when its time is over, at the end of the session and at Exit; replaces its pages after a release.
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
    .then(() => (hasKept() ? refreshShell() : undefined))
    .catch(() => undefined);
  return () => {
    removeEventListener(EXIT_EVENT, onExit);
    unsubscribe();
  };
};
