import type { AboutKind } from '@satrangi/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PageSize } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';

/** Sentences of the tab. */
export const creatorTexts = {
  loadFailed: 'Failed to load creators',
  saveFailed: 'Failed to save the words',
  deleteFailed: 'Failed to delete the words about',
} as const;

/** The key of the acts that are held back: `creator:ID`. */
export const HELD_PREFIX = 'creator:';

/** Who and what is listed. */
export type Filter = {
  readonly q: string;
  readonly kind: '' | AboutKind;
  readonly words: '' | 'written' | 'missing';
  readonly page: number;
  readonly size: PageSize;
};

export const creatorsQuery = ({ q, kind, words, page, size }: Filter) =>
  queryOptions({
    queryKey: ['creators', 'list', { q, kind, words, page, size }],
    queryFn: ({ signal }) =>
      api.catalog.listEditorPeople(
        { query: { q, page, pageSize: size, ...(kind && { kind }), ...(words && { words }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

export const creatorQuery = (personId: string) =>
  queryOptions({
    queryKey: ['creators', 'one', personId],
    queryFn: ({ signal }) => api.catalog.getEditorPerson({ params: { personId } }, { signal }),
  });
