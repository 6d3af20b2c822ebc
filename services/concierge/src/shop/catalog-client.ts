import {
  type CallOptions,
  catalogApi,
  createClient,
  type JoinedMediaType,
  type MediaItem,
  mediaTypes,
  READ_AFTER_HEADER,
} from '@satrangi/contracts';

/** Longest wait for one answer of the catalog. */
const TIMEOUT_MS = 1_000;
const LIST_TIMEOUT_MS = 5_000;
const PAGE = 100;

/** Names of an item, enough to request it from the catalog. */
export type ItemRef = { readonly id: string; readonly mediaType: JoinedMediaType };

const withTimeout =
  (ms: number): typeof fetch =>
  (input, init) =>
    fetch(input, { ...init, redirect: 'error', signal: AbortSignal.timeout(ms) });

export type CatalogClient = ReturnType<typeof createCatalogClient>;

/** The public API of the catalog, as a browser uses it. @param baseUrl of the catalog service */
export const createCatalogClient = (baseUrl: string) => {
  const api = createClient(catalogApi, { baseUrl, fetch: withTimeout(TIMEOUT_MS) });
  const lists = createClient(catalogApi, { baseUrl, fetch: withTimeout(LIST_TIMEOUT_MS) });
  type Get = (id: string, options: CallOptions) => Promise<MediaItem>;
  const getters: Readonly<Record<JoinedMediaType, Get>> = {
    ebook: (id, options) => api.getEbook({ params: { id } }, options),
    shortfilm: (id, options) => api.getShortFilm({ params: { id } }, options),
    documentary: (id, options) => api.getDocumentary({ params: { id } }, options),
    audiostory: (id, options) => api.getAudioStory({ params: { id } }, options),
    magazine: (id, options) => api.getMagazine({ params: { id } }, options),
    oralhistory: (id, options) => api.getOralHistory({ params: { id } }, options),
  };
  return {
    /**
     * The item as it is now; undefined when it is unknown or withdrawn. @throws when the catalog does not answer
     * @param change contained in the answer, whichever replica of the catalog answers
     */
    get: async ({ id, mediaType }: ItemRef, change?: string): Promise<MediaItem | undefined> =>
      getters[mediaType](id, change ? { headers: { [READ_AFTER_HEADER]: change } } : {}).catch(
        (error: unknown) => {
          if (error instanceof Error && 'status' in error && error.status === 404) return undefined;
          throw error;
        },
      ),
    /** The shop's search. @throws when the catalog does not answer */
    search: async (q: string, limit: number): Promise<readonly MediaItem[]> =>
      (await api.search({ query: { q: q.slice(0, 120), limit } })).items,
    /** Every published item, newest first, in pages of at most 100, until there are `max`. @throws when the catalog does not answer */
    async *pages(max: number): AsyncGenerator<readonly MediaItem[]> {
      let count = 0;
      let cursor: string | undefined;
      do {
        const page = await lists.search({ query: { limit: PAGE, ...(cursor ? { cursor } : {}) } });
        yield page.items;
        count += page.items.length;
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined && count < max);
    },
  };
};

/** The kind of a live message about an item (`ebook-updated`); undefined for other messages. */
export const kindOfMessage = (type: string): JoinedMediaType | undefined =>
  mediaTypes.find(({ joined }) => type.startsWith(`${joined}-`))?.joined;
