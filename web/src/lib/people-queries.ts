import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** Pages of people and series. */
export const peopleQueries = {
  creator: (name: string) =>
    queryOptions({
      queryKey: ['catalog', 'creator', name],
      queryFn: ({ signal }) => api.catalog.getCreator({ params: { name } }, { signal }),
    }),
  series: (name: string) =>
    queryOptions({
      queryKey: ['catalog', 'series', name],
      queryFn: ({ signal }) => api.catalog.getSeries({ params: { name } }, { signal }),
    }),
  /** Titles to go on with, and the collections of a title. */
  related: (mediaId: string) =>
    queryOptions({
      queryKey: ['catalog', 'related', mediaId],
      queryFn: ({ signal }) => api.catalog.listRelated({ params: { mediaId } }, { signal }),
    }),
};
