import type { Timestamped } from '../../lib/save-progress.ts';

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
