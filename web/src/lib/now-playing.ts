import { createStore } from './store.ts';

/** Session storage key of the recording in the player, so that a reload of this tab keeps it. */
export const NOW_PLAYING_KEY = 'now-playing';

const isStored = (): boolean => {
  try {
    return sessionStorage.getItem(NOW_PLAYING_KEY) !== null;
  } catch {
    return false;
  }
};

/** Whether a recording is in the player. The layout loads the small player only then. */
export const nowPlaying = createStore(isStored());
