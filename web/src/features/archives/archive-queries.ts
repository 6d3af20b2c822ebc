import type { JoinedMediaType, MediaItem } from '@satrangi/contracts';
import { queryOptions } from '@tanstack/react-query';
import { archiveTypes, kinds } from '../../lib/kinds.ts';
import { listMedia } from '../../lib/media-queries.ts';

/** Sections of the archives, in this order. */
export const archiveKinds = archiveTypes.map((type) => ({ type, title: kinds[type].plural }));

export type Archive = Readonly<Partial<Record<JoinedMediaType, readonly MediaItem[]>>>;

/** The data of the whole page; its own query key lets the page reload as a whole. */
export const archiveQuery = () =>
  queryOptions({
    queryKey: ['archives'],
    queryFn: async (): Promise<Archive> =>
      Object.fromEntries(
        await Promise.all(
          archiveKinds.map(
            async ({ type }) => [type, (await listMedia(type, { page: 'Archives' })).items] as const,
          ),
        ),
      ),
  });
