import type { Mark } from '@satrangi/contracts';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { api } from '../../lib/api.ts';
import { session, useSession } from '../../lib/session.ts';
import { useStore } from '../../lib/use-store.ts';
import { bookmarkId, createMarks } from './marks.ts';

/** The marks of one reader on the server: a change that waited while another reader logged in is not theirs. */
const serverOf = (mediaId: string, userId: string | null) => {
  const params = { mediaId };
  return {
    list: async () => (await api.library.listMarks({ params })).marks,
    merge: async (changes: Parameters<Parameters<typeof createMarks>[2]['merge']>[0]) => {
      if (session.get()?.userId !== userId) throw new Error('Another reader has logged in');
      return api.library.mergeMarks({ params, body: { changes: [...changes] } });
    },
  };
};

/** A mark that a reader makes: its time and id are added. */
export type NewMark = Pick<Mark, 'page' | 'quote' | 'note'>;

/** The reader's bookmarks, highlights and notes in a book, the same on every device. */
export const useMarks = (mediaId: string) => {
  const userId = useSession()?.userId ?? null;
  const marks = useMemo(() => createMarks(mediaId, userId, serverOf(mediaId, userId)), [mediaId, userId]);
  const all = useSyncExternalStore(marks.subscribe, marks.get);
  const error = useStore(marks.error);

  useEffect(() => {
    const sync = (): void => void marks.sync();
    const syncWhenSeen = (): void => {
      if (document.visibilityState === 'visible') sync();
    };
    sync();
    addEventListener('online', sync);
    document.addEventListener('visibilitychange', syncWhenSeen);
    return () => {
      removeEventListener('online', sync);
      document.removeEventListener('visibilitychange', syncWhenSeen);
    };
  }, [marks]);

  return {
    all,
    error,
    isOnServer: userId !== null,
    find: (page: number): Mark | undefined => all.find(({ id }) => id === bookmarkId(page)),
    add: ({ page, quote, note }: NewMark): void => {
      const id = quote ? crypto.randomUUID() : bookmarkId(page);
      void marks.change({ id, page, quote, note, removed: false });
    },
    edit: (mark: Mark, note: string): void => void marks.change({ ...mark, note, removed: false }),
    remove: (mark: Mark): void => void marks.change({ ...mark, removed: true }),
    restore: (mark: Mark): void => void marks.change({ ...mark, removed: false }),
  };
};

export type ReaderMarks = ReturnType<typeof useMarks>;
