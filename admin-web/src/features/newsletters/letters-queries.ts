import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

// Live progress of a send makes everything below `letters` stale.
export const draftsQuery = queryOptions({
  queryKey: ['letters', 'drafts'],
  queryFn: ({ signal }) => api.cms.listLetters(undefined, { signal }),
});

export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: ['letter', id],
    queryFn: ({ signal }) => api.cms.getLetter({ params: { id } }, { signal }),
  });

export const lockScreenQuery = (id: string, updatedAt: string) =>
  queryOptions({
    queryKey: ['letter', id, 'lock-screen', updatedAt],
    queryFn: ({ signal }) => api.cms.letterLockScreen({ params: { id } }, { signal }),
  });

export type Filter = {
  readonly q: string;
  readonly state: 'pending' | 'active' | '';
  readonly page: number;
  readonly size: number;
};

export const subscribersQuery = ({ q, state, page, size }: Filter) =>
  queryOptions({
    queryKey: ['subscribers', { q, state, page, size }],
    queryFn: ({ signal }) =>
      api.cms.listSubscribers(
        { query: { page, pageSize: size, ...(q && { q }), ...(state && { state }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** How many readers a letter reaches now. */
export const readersQuery = queryOptions({
  queryKey: ['subscribers', 'readers'],
  queryFn: async ({ signal }) =>
    (await api.cms.listSubscribers({ query: { pageSize: 1 } }, { signal })).readers,
});
