import type { JoinedMediaType, MediaItem } from '@satrangi/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

type Page = { readonly items: readonly MediaItem[]; readonly total: number };
type Query = { readonly page?: string; readonly limit?: number };

/** The largest page the catalog answers with. */
const MAX_PAGE_SIZE = 100;

const { catalog } = api;
const lists: Readonly<Record<JoinedMediaType, (query: Query) => Promise<Page>>> = {
  ebook: (query) => catalog.listEbooks({ query }),
  shortfilm: (query) => catalog.listShortFilms({ query }),
  documentary: (query) => catalog.listDocumentaries({ query }),
  audiostory: (query) => catalog.listAudioStories({ query }),
  magazine: (query) => catalog.listMagazines({ query }),
  oralhistory: (query) => catalog.listOralHistories({ query }),
};
const items: Readonly<Record<JoinedMediaType, (id: string) => Promise<MediaItem>>> = {
  ebook: (id) => catalog.getEbook({ params: { id } }),
  shortfilm: (id) => catalog.getShortFilm({ params: { id } }),
  documentary: (id) => catalog.getDocumentary({ params: { id } }),
  audiostory: (id) => catalog.getAudioStory({ params: { id } }),
  magazine: (id) => catalog.getMagazine({ params: { id } }),
  oralhistory: (id) => catalog.getOralHistory({ params: { id } }),
};

/** One page of a media type. */
export const listMedia = (type: JoinedMediaType, query: Query = {}): Promise<Page> =>
  lists[type]({ limit: MAX_PAGE_SIZE, ...query });

/** Catalog queries for items of any type. */
export const mediaQueries = {
  one: (type: JoinedMediaType, id: string) =>
    queryOptions({ queryKey: ['catalog', 'media', id, type], queryFn: () => items[type](id) }),
  /** For an id whose type is unknown. */
  any: (id: string) =>
    queryOptions({
      queryKey: ['catalog', 'media', id, 'any'],
      queryFn: () => catalog.getMedia({ params: { id } }),
    }),
  list: (type: JoinedMediaType) =>
    queryOptions({
      queryKey: ['catalog', 'list', type],
      queryFn: () => listMedia(type),
      select: (page: Page) => page.items,
    }),
};
