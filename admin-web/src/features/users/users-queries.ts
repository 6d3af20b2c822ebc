import type { UserRow } from '@satrangi/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { CallError, messageOf } from '../../lib/http.ts';

type UserId = UserRow['_id'];
type Search = {
  readonly q?: string;
  readonly role?: UserRow['role'];
  readonly cursor?: string;
  readonly limit: number;
};

/** Accounts with masked addresses, newest first. */
export const usersQuery = (search: Search) =>
  queryOptions({
    queryKey: ['identity', 'users', search],
    queryFn: ({ signal }) => api.identity.listUsers({ query: { ...search, mask: 'true' } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** One account by its id, its address masked; null when there is none. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['identity', 'user', id],
    queryFn: async ({ signal }): Promise<UserRow | null> => {
      const { items } = await api.identity.listUsers({ query: { q: id, mask: 'true' } }, { signal });
      return items.find(({ _id }) => _id === id) ?? null;
    },
  });

export const giftsQuery = (userId: UserId) =>
  queryOptions({
    queryKey: ['library', 'gifts', userId],
    queryFn: ({ signal }) => api.library.listManualGrants({ query: { userId, limit: 100 } }, { signal }),
  });

export const titleQuery = (mediaId: string) =>
  queryOptions({
    queryKey: ['media', 'title', mediaId],
    queryFn: async ({ signal }) =>
      (await api.catalog.getMedia({ params: { id: mediaId } }, { signal })).title,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The address of one account in full. Each call is written down as an act of the admin. */
export const revealEmail = async (id: UserId): Promise<string | null> =>
  (await api.identity.revealUser({ params: { id } })).email;

/** The sentence of the service when it refused, else the one of this screen. */
export const refusalText = (error: unknown, otherwise: string): string =>
  error instanceof CallError && error.status < 500 && typeof error.problem?.detail === 'string'
    ? messageOf(error)
    : otherwise;
