import { findProgress, type Progress, type ProgressKind } from './find-progress.ts';

/** Reading position with its client time. */
export type ReadingPosition = Progress & { readonly page: number; readonly pages: number };

export const parsePosition = (text: string | null): ReadingPosition | null => {
  try {
    const parsed: unknown = JSON.parse(text ?? 'null');
    if (typeof parsed !== 'object' || parsed === null) return null;
    const { page, pages, at, after } = parsed as Partial<Record<keyof ReadingPosition, unknown>>;
    return typeof page === 'number' && typeof pages === 'number' && typeof at === 'string'
      ? { page, pages, at, ...(typeof after === 'string' && { after }) }
      : null;
  } catch {
    return null;
  }
};

/** Reading positions are compared by their page. */
export const reading: ProgressKind<ReadingPosition> = { parse: parsePosition, amount: ({ page }) => page };

/** The stored reading position of this browser or of the server, whichever is newer. */
export const findReadingPosition = async (id: string): Promise<ReadingPosition | null> =>
  (await findProgress(id, reading)).progress;
