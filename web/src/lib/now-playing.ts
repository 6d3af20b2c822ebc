import { createStore } from './store.ts';

/** Does a recording stand in the player? The layout shows the small player then, and loads it only then. */
export const nowPlaying = createStore(false);
