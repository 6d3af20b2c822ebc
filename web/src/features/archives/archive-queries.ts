import type { MediaItem } from '@satrangi/contracts';
import { queryOptions } from '@tanstack/react-query';
import { listMedia } from '../../lib/media-queries.ts';

/** Sections of the archives, in this order. */
export const archiveKinds = [
  { type: 'documentary', title: 'Documentaries' },
  { type: 'magazine', title: 'Magazines' },
  { type: 'oralhistory', title: 'Oral Histories' },
] as const;

export type Archive = Readonly<Record<(typeof archiveKinds)[number]['type'], readonly MediaItem[]>>;

/** The data of the whole page; its own query key lets the page reload as a whole. */
export const archiveQuery = () =>
  queryOptions({
    queryKey: ['archives'],
    queryFn: async (): Promise<Archive> => {
      const [documentary, magazine, oralhistory] = await Promise.all(
        archiveKinds.map(async ({ type }) => (await listMedia(type, { page: 'Archives' })).items),
      );
      return { documentary: documentary ?? [], magazine: magazine ?? [], oralhistory: oralhistory ?? [] };
    },
  });
