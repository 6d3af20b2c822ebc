import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** A page waits this long for its texts, counted from the start of the navigation. */
const WAIT_MS = 300;
const FRESH_MS = 30_000;

/** The published sections of a page. */
export const sectionsQuery = (page: string) =>
  queryOptions({
    queryKey: ['cms', 'sections', page],
    queryFn: () => api.cms.listPageSections({ params: { page } }),
    staleTime: FRESH_MS,
    retry: false,
  });

/** The wait of one opening of a page. */
type Opening = { readonly promise: Promise<void>; isOver: boolean };

const over: Opening = { promise: Promise.resolve(), isOver: true };
const openings = new WeakMap<QueryClient, Map<string, Opening>>();

const openingsOf = (client: QueryClient): Map<string, Opening> => {
  const known = openings.get(client) ?? new Map<string, Opening>();
  openings.set(client, known);
  return known;
};

/** True when the sections are fresh, failed a moment ago, or were waited for already. */
const needsNoWait = (client: QueryClient, page: string): boolean => {
  const state = client.getQueryState(sectionsQuery(page).queryKey);
  if (!state) return false;
  const settledAt = Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
  return state.fetchStatus === 'fetching' || (!state.isInvalidated && settledAt > Date.now() - FRESH_MS);
};

/**
 * Requests the sections of a page and waits for them, at most `WAIT_MS`. Later answers are used from the next opening
 * on, so that words never change under a reader. One opening has one wait until `endOpening`.
 */
export const beginOpening = (client: QueryClient, page: string): Opening => {
  const known = openingsOf(client);
  const current = known.get(page);
  if (current) return current;
  if (needsNoWait(client, page)) return over;
  const opening: Opening = {
    isOver: false,
    promise: Promise.race([
      client.prefetchQuery(sectionsQuery(page)),
      new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS)),
    ]).finally(() => {
      opening.isOver = true;
    }),
  };
  known.set(page, opening);
  return opening;
};

export const endOpening = (client: QueryClient, page: string): void => {
  openingsOf(client).delete(page);
};

/** For route tables: requests the sections of an article beside its code. */
export const prefetchSections =
  (page: string) =>
  (client: QueryClient): Promise<void> =>
    client.prefetchQuery(sectionsQuery(page));

/** For route tables: requests the texts of a page beside its code. */
export const prefetchTexts =
  (page: string) =>
  (client: QueryClient): Promise<void> =>
    beginOpening(client, page).promise;
