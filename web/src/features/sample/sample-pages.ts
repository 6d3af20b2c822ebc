/** Widths rendered by the server, in device pixels; the list of the contract. */
const widths = [360, 600, 900, 1200] as const;

/** The narrowest width that is sharp enough; without extra density when the reader saves data. */
export const widthFor = (cssWidth: number, density: number, saver: boolean): (typeof widths)[number] => {
  const wanted = cssWidth * (saver ? Math.min(1, density) : density);
  return widths.find((width) => width >= wanted) ?? 1200;
};

/** @param files base path of the item's files: `/api/ebooks/{id}` */
export const pageUrl = (files: string, page: number, width: number, revision: string | null): string =>
  `${files}/preview-pages/${page}?${new URLSearchParams({
    w: String(width),
    ...(revision ? { v: revision } : {}),
  })}`;

/** The visible pages: one, or the two of a spread (1 and 2, 3 and 4 …). */
export const visiblePages = (page: number, last: number, spread: boolean): readonly number[] => {
  if (!spread) return [page];
  const left = page % 2 === 1 ? page : page - 1;
  return left + 1 <= last ? [left, left + 1] : [left];
};

/** Clamps a number to an existing page; in a spread to its first page. */
export const clampPage = (page: number, last: number, spread: boolean): number => {
  const clamped = Math.min(Math.max(1, Math.round(page)), last);
  return spread && clamped % 2 === 0 ? clamped - 1 : clamped;
};

export type Turn = 'next' | 'back' | 'first' | 'last';

/** The page turn of a key, for left-to-right and right-to-left books. */
export const turnForKey = (key: string, shift: boolean, rtl: boolean): Turn | undefined => {
  if (key === ' ') return shift ? 'back' : 'next';
  if (key === 'ArrowRight') return rtl ? 'back' : 'next';
  if (key === 'ArrowLeft') return rtl ? 'next' : 'back';
  return ({ PageDown: 'next', PageUp: 'back', Home: 'first', End: 'last' } as const)[key];
};
