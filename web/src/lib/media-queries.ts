import type { JoinedMediaType, MediaItem } from '@satrangi/contracts';
import { kindOfJoined } from '@satrangi/contracts/pure';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

type Page = { readonly items: readonly MediaItem[]; readonly total: number };
type Query = { readonly page?: string; readonly limit?: number };

/** The largest page the catalog answers with. */
const MAX_PAGE_SIZE = 100;

const { catalog } = api;

/** One page of a media type. */
export const listMedia = (type: JoinedMediaType, query: Query = {}): Promise<Page> =>
  catalog[`list${kindOfJoined(type).many}`]({ query: { limit: MAX_PAGE_SIZE, ...query } });

/** Catalog queries for items of any type. */
export const mediaQueries = {
  one: (type: JoinedMediaType, id: string) =>
    queryOptions({
      queryKey: ['catalog', 'media', id, type],
      queryFn: () => catalog[`get${kindOfJoined(type).one}`]({ params: { id } }),
    }),
  /** For an id whose type is unknown. */
  any: (id: string) =>
    queryOptions({
      queryKey: ['catalog', 'media', id, 'any'],
      queryFn: () => catalog.getMedia({ params: { id } }),
    }),
};
