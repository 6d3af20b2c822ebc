/** Widths the server draws pages at, in device pixels; the same list as the contract of the sample. */
const widths = [360, 600, 900, 1200] as const;

/** The narrowest drawn width that is sharp enough; one size less when the reader saves data. */
export const widthFor = (cssWidth: number, density: number, saver: boolean): (typeof widths)[number] => {
  const wanted = cssWidth * (saver ? Math.min(1, density) : density);
  return widths.find((width) => width >= wanted) ?? 1200;
};

/** @param files the front of every file address of the item: `/api/ebooks/{id}` */
export const pageAddress = (files: string, page: number, width: number, revision: string | null): string =>
  `${files}/preview-pages/${page}?${new URLSearchParams({
    w: String(width),
    ...(revision ? { v: revision } : {}),
  })}`;

/** The pages in sight: one, or the two of an opening (1 and 2, 3 and 4 …). */
export const openingAt = (page: number, last: number, spread: boolean): readonly number[] => {
  if (!spread) return [page];
  const left = page % 2 === 1 ? page : page - 1;
  return left + 1 <= last ? [left, left + 1] : [left];
};

/** Any number brought to a page that exists; in a spread the first page of its opening. */
export const settle = (page: number, last: number, spread: boolean): number => {
  const within = Math.min(Math.max(1, Math.round(page)), last);
  return spread && within % 2 === 0 ? within - 1 : within;
};

export type Turn = 'next' | 'back' | 'first' | 'last';

/** What a key means to a reader of a book that runs left to right, or right to left. */
export const turnOf = (key: string, shift: boolean, rtl: boolean): Turn | undefined => {
  if (key === ' ') return shift ? 'back' : 'next';
  if (key === 'ArrowRight') return rtl ? 'back' : 'next';
  if (key === 'ArrowLeft') return rtl ? 'next' : 'back';
  return ({ PageDown: 'next', PageUp: 'back', Home: 'first', End: 'last' } as const)[key];
};
