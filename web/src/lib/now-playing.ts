import { createStore } from './store.ts';

/** Session storage, of this tab alone: which recording is in the player, so that a reload keeps it. */
export const NOW_PLAYING_KEY = 'now-playing';

const isKept = (): boolean => {
  try {
    return sessionStorage.getItem(NOW_PLAYING_KEY) !== null;
  } catch {
    return false;
  }
};

/** Is a recording in the player? The layout shows the small player then, and loads it only then. */
export const nowPlaying = createStore(isKept());
