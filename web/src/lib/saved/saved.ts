import type { Saved } from '@satrangi/contracts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api } from '../api.ts';
import { useSession } from '../session.ts';
import { tabSaved } from './tab-saved.ts';

/** The reader's list on the server. Live updates of the library reload it. */
export const savedQuery = () =>
  queryOptions({ queryKey: ['library', 'saved'], queryFn: () => api.library.listSaved() });

const without = (titles: readonly Saved[] | undefined, mediaId: string): Saved[] =>
  (titles ?? []).filter((title) => title.mediaId !== mediaId);

/** Titles saved for later: on the server with a login, in this tab without one. */
export const useSavedTitles = () => {
  const session = useSession();
  const query = useQuery({ ...savedQuery(), enabled: session !== null });
  const inTab = useSyncExternalStore(tabSaved.subscribe, tabSaved.get);
  if (session) return query;
  return { data: inTab, isPending: false, isError: false, refetch: query.refetch };
};

type Change = { readonly title: Saved; readonly isSaved: boolean };

/** Saves a title or removes it. The list changes at once, and back again when the server refuses. */
export const useChangeSaved = () => {
  const session = useSession();
  const client = useQueryClient();
  const { queryKey } = savedQuery();
  const send = useMutation({
    mutationFn: ({ title: { mediaId }, isSaved }: Change): Promise<unknown> =>
      isSaved
        ? api.library.saveForLater({ params: { mediaId } })
        : api.library.removeSaved({ params: { mediaId } }),
    onMutate: async ({ title, isSaved }: Change) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      const others = without(before, title.mediaId);
      if (before) client.setQueryData(queryKey, isSaved ? [title, ...others] : others);
      return before;
    },
    onError: (_error, _change, before) => client.setQueryData(queryKey, before),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const change = (title: Saved, isSaved: boolean): void => {
    if (session) send.mutate({ title, isSaved });
    else if (isSaved) tabSaved.add(title);
    else tabSaved.remove(title.mediaId);
  };
  return { change, error: send.error };
};
