import type { MediaItem, Saved } from '@satrangi/contracts';
import { createStore } from '../store.ts';

/**
 * Titles that were saved before a login, newest first. They stay in this tab: on a shared phone, a list of titles that
 * outlives the visit could out its reader. A login joins them to the reader's list (decision 0129).
 */
const KEY = 'savedForLater';
const MAX = 100;

const read = (): readonly Saved[] => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
};

const store = createStore<readonly Saved[]>(read());
const write = (titles: readonly Saved[]): void => {
  store.set(titles);
  try {
    if (titles.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(titles));
  } catch {
    // They last as long as the page.
  }
};

type Savable = Pick<
  MediaItem,
  | '_id'
  | 'mediaType'
  | 'title'
  | 'author'
  | 'language'
  | 'cover'
  | 'thumbnailUrl'
  | 'priceINR'
  | 'priceUSD'
  | 'isFree'
>;

/** An item as the reader's list shows it. */
export const savedOf = (item: Savable): Saved => ({
  mediaId: item._id,
  mediaType: item.mediaType,
  media: {
    _id: item._id,
    title: item.title,
    author: item.author,
    language: item.language,
    mediaType: item.mediaType,
    cover: item.cover,
    thumbnailUrl: item.thumbnailUrl,
    pages: null,
  },
  priceINR: item.priceINR,
  priceUSD: item.priceUSD,
  isFree: item.isFree,
  savedAt: new Date().toISOString(),
});

export const tabSaved = {
  get: store.get,
  subscribe: store.subscribe,
  add: (title: Saved): void =>
    write([title, ...store.get().filter(({ mediaId }) => mediaId !== title.mediaId)].slice(0, MAX)),
  remove: (mediaId: string): void => write(store.get().filter((title) => title.mediaId !== mediaId)),
  clear: (): void => write([]),
};
