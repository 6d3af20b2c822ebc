import type { CoverArt, JoinedMediaType } from '@satrangi/contracts';

/** Names of the caches of kept titles (decision 0138), also in the service worker. */
export const SHELL_CACHE = 'kept-shell';
export const titleCache = (id: string): string => `kept-title:${id}`;

/** The request under which a cache holds the facts of its title. */
export const FACTS_URL = '/kept/facts';

export type KeptFacts = {
  readonly id: string;
  readonly mediaType: JoinedMediaType;
  readonly title: string;
  readonly author: string;
  /** BCP 47, of the work itself. */
  readonly language: string;
  /** Recipe of the drawn cover; absent in what was kept before it was stored. */
  readonly cover?: CoverArt | null;
  /** Path of its uploaded picture, which is kept with it; absent in what was kept before. */
  readonly thumbnailUrl?: string | null;
  /** Size of the file. */
  readonly bytes: number;
  /** ISO 8601; it is deleted then. */
  readonly until: string;
};
