import { PLACE_PREFIX } from '@satrangi/kit/browser/store';
import { safeStorage } from '../store.ts';

/** Local storage key of the ids of kept titles, so that Exit can delete them without waiting for anything. */
const IDS = 'kept';

export const keptIds = (): readonly string[] =>
  (safeStorage.read(IDS) ?? '').split(' ').filter((id) => id !== '');

/** Local storage key of the reader's progress in a kept title. Logout and Exit delete it, as every place. */
const keyOf = (id: string): string => `${PLACE_PREFIX}kept:${id}`;

/** Sets the kept titles. The progress in a title that is no longer kept is deleted. */
export const writeKeptIds = (next: readonly string[]): void => {
  for (const id of keptIds()) if (!next.includes(id)) safeStorage.write(keyOf(id), null);
  safeStorage.write(IDS, next.length > 0 ? next.join(' ') : null);
};

/** The reader's progress in a kept title, as it was last known, as JSON. */
export const readKeptProgress = (id: string): string | null => safeStorage.read(keyOf(id));

/** Stores the progress with a kept title, so that it opens there without a connection; nothing for other titles. */
export const writeKeptProgress = (id: string, progress: object | null): void => {
  if (keptIds().includes(id)) safeStorage.write(keyOf(id), progress && JSON.stringify(progress));
};
