import { api } from './api.ts';
import { newest, progressKey, type Timestamped } from './save-progress.ts';
import { session } from './session.ts';
import { safeStorage } from './store.ts';

/** Reading position with its client time. */
export type ReadingPosition = Timestamped & { readonly page: number; readonly pages: number };

export const parsePosition = (text: string | null): ReadingPosition | null => {
  try {
    const parsed: unknown = JSON.parse(text ?? 'null');
    if (typeof parsed !== 'object' || parsed === null) return null;
    const { page, pages, at } = parsed as Partial<Record<keyof ReadingPosition, unknown>>;
    return typeof page === 'number' && typeof pages === 'number' && typeof at === 'string'
      ? { page, pages, at }
      : null;
  } catch {
    return null;
  }
};

/** The stored reading position of this browser or of the server, whichever is newer. */
export const findReadingPosition = async (id: string): Promise<ReadingPosition | null> => {
  const local = parsePosition(safeStorage.read(progressKey(id)));
  if (!session.get()) return local;
  const { progress } = await api.library
    .getProgress({ params: { mediaId: id } })
    .catch(() => ({ progress: null }));
  return newest(local, progress && 'page' in progress ? progress : null);
};
