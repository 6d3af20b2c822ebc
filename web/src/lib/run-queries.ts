import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

export type RunEvent = Awaited<ReturnType<(typeof api)['virtual-run']['getRun']>>;
export type RunPage = Awaited<ReturnType<(typeof api)['virtual-run']['getPage']>>;

export const runQueries = {
  event: () =>
    queryOptions({ queryKey: ['virtual-run', 'event'], queryFn: () => api['virtual-run'].getRun() }),
  counts: () =>
    queryOptions({ queryKey: ['virtual-run', 'counts'], queryFn: () => api['virtual-run'].getCounts() }),
  page: (slug: string) =>
    queryOptions({
      queryKey: ['virtual-run', 'page', slug],
      queryFn: () => api['virtual-run'].getPage({ params: { slug } }),
    }),
  /** All gifts of a page, twenty at a time. */
  donors: (slug: string) =>
    infiniteQueryOptions({
      queryKey: ['virtual-run', 'donors', slug],
      queryFn: ({ pageParam: page }) => api['virtual-run'].listDonors({ params: { slug }, query: { page } }),
      initialPageParam: 1,
      getNextPageParam: ({ donors, total, page }, all) =>
        donors.length > 0 && all.flatMap((each) => each.donors).length < total ? page + 1 : null,
    }),
  pages: () =>
    queryOptions({
      queryKey: ['virtual-run', 'pages'],
      queryFn: () => api['virtual-run'].listPages({ query: {} }),
    }),
};

/** Live messages after which runners, sums and pages are loaded again. */
export const runLivePrefixes = ['registration', 'run-'] as const;
