import { PERSON_LIVE_PREFIX } from '@satrangi/contracts';
import { createWholeSync } from '../catalog-index/whole-sync.ts';
import type { StoredAbout } from './about.rules.ts';
import type { AboutStore } from './about.store.ts';

export type AboutIndex = ReturnType<typeof createAboutIndex>;

/** The words about people and series in memory, so that reads never query the store. The highest version wins, in any order of arrival. */
export const createAboutIndex = () => {
  const abouts = new Map<string, StoredAbout>();
  const versionOf = (id: string): number => abouts.get(id)?.version ?? 0;
  return {
    versionOf,
    put: (about: StoredAbout): void => {
      if (about.version > versionOf(about._id)) abouts.set(about._id, about);
    },
    /** The words of an id, also deleted ones. */
    get: (personId: string): StoredAbout | undefined => abouts.get(personId),
  };
};

/** Keeps the words in memory up to date. */
export const createAboutSync = (store: AboutStore, index: AboutIndex) =>
  createWholeSync({
    prefix: PERSON_LIVE_PREFIX,
    versionOf: index.versionOf,
    read: async () => {
      for (const about of await store.all()) index.put(about);
    },
  });
