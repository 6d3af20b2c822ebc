import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query';
import { api } from './api.ts';
import type { TabName } from './tabs.ts';

/** Work that waits for a person, counted by a search that returns hardly any rows. */
export type Waiting = {
  readonly queryKey: readonly string[];
  /** @param client for numbers that share a request */
  readonly count: (signal: AbortSignal, client: QueryClient) => Promise<number>;
};

/** The query of a number. */
export const waitingQuery = ({ queryKey, count }: Waiting) => ({
  queryKey,
  queryFn: ({ signal, client }: QueryFunctionContext) => count(signal, client),
});

export const ordersWaiting: Waiting = {
  queryKey: ['payments', 'attention', 'count'],
  count: async (signal) =>
    (await api.payments.searchOrders({ query: { attention: 'true', pageSize: 1 } }, { signal })).total,
};

export const submissionsWaiting: Waiting = {
  queryKey: ['publishing', 'received', 'count'],
  count: async (signal) =>
    (await api.publishing.listSubmissions({ query: { status: 'received', pageSize: '10' } }, { signal }))
      .total,
};

/** The view Link problems of Media has the same key, so that its number is requested once. */
export const linksWaiting: Waiting = {
  queryKey: ['media', 'count', 'links'],
  count: async (signal) =>
    (await api.catalog.listEditorMedia({ query: { driveState: 'problem', limit: 1 } }, { signal })).total,
};

/** The tabs whose links have a number, and what it counts. */
export const tabsWithWork: readonly (Waiting & { readonly tab: TabName; readonly what: string })[] = [
  { ...submissionsWaiting, tab: 'publishing', what: 'received' },
  { ...ordersWaiting, tab: 'orders', what: 'to look at' },
  { ...linksWaiting, tab: 'media', what: 'with a broken link' },
];
