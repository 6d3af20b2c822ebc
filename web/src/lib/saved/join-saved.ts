import type { QueryClient } from '@tanstack/react-query';
import { api } from '../api.ts';
import { session } from '../session.ts';
import { savedQuery } from './saved.ts';
import { tabSaved } from './tab-saved.ts';

/** Adds the titles of this tab to the reader's list, once they have a login. They stay in the tab when that fails. */
const joinSaved = async (client: QueryClient): Promise<void> => {
  const titles = tabSaved.get();
  const reader = session.get()?.userId;
  if (titles.length === 0 || session.get() === null) return;
  const joined = await api.library
    .joinSaved({ body: { mediaIds: titles.map(({ mediaId }) => mediaId) } })
    .catch(() => null);
  // the list of a reader who has logged out since then is not shown to the next one
  if (joined === null || session.get()?.userId !== reader) return;
  for (const { mediaId } of titles) tabSaved.remove(mediaId);
  client.setQueryData(savedQuery().queryKey, joined);
};

/** Joins now and after each login; a logout forgets what could not be joined. @returns a function that stops */
export const joinSavedAfterLogin = (client: QueryClient): (() => void) => {
  void joinSaved(client);
  return session.subscribe(() => {
    if (session.get() === null) tabSaved.clear();
    else void joinSaved(client);
  });
};
