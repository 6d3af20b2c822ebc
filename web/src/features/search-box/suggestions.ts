import type { SuggestedItem } from '@satrangi/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { paths, withQuery } from '../../lib/paths.ts';

const FRESH_MS = 60_000;

/** Suggestions for words that are being typed. */
export const suggestionsQuery = (words: string) =>
  queryOptions({
    queryKey: ['catalog', 'search', 'suggestions', words],
    queryFn: ({ signal }) => api.catalog.suggest({ query: { q: words } }, { signal }),
    staleTime: FRESH_MS,
    retry: false,
  });

type Suggestions = Awaited<ReturnType<typeof api.catalog.suggest>>;
type Name = { readonly name: string; readonly count: number };

/** One line of the list: an item, a creator, a series, or all results. */
export type Suggestion = { readonly to: string } & (
  | { readonly kind: 'item'; readonly item: SuggestedItem }
  | { readonly kind: 'name'; readonly name: Name }
  | { readonly kind: 'all' }
);
export type SuggestionGroup = { readonly title: string; readonly suggestions: readonly Suggestion[] };

const named = (names: readonly Name[], pathOf: (name: string) => string): readonly Suggestion[] =>
  names.map((name) => ({ kind: 'name', name, to: pathOf(name.name) }));

/** The groups of the list, in order; the last line always leads to all results. */
export const groupsOf = (words: string, found: Suggestions | undefined): readonly SuggestionGroup[] =>
  [
    {
      title: 'Titles',
      suggestions: (found?.items ?? []).map(
        (item): Suggestion => ({ kind: 'item', item, to: paths.media(item.mediaType, item._id) }),
      ),
    },
    {
      title: 'Creators',
      suggestions: named(found?.creators ?? [], paths.person),
    },
    {
      title: 'Series',
      suggestions: named(found?.series ?? [], paths.series),
    },
    {
      title: 'Everything',
      suggestions: [{ kind: 'all', to: withQuery(paths.search, { q: words }) } as const],
    },
  ].filter(({ suggestions }) => suggestions.length > 0);
