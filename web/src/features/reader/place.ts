import type { Timed } from '../../lib/keep-place.ts';

/** Where somebody is in a book, and when they were there by their own clock. */
export type Place = Timed & { readonly page: number; readonly pages: number };

export const readPlace = (text: string | null): Place | null => {
  try {
    const said: unknown = JSON.parse(text ?? 'null');
    if (typeof said !== 'object' || said === null) return null;
    const { page, pages, at } = said as Partial<Record<keyof Place, unknown>>;
    return typeof page === 'number' && typeof pages === 'number' && typeof at === 'string'
      ? { page, pages, at }
      : null;
  } catch {
    return null;
  }
};
