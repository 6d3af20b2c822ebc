/**
 * What lies open: one page, or two as in a printed book, where the first page stands alone and an even page has the
 * odd one after it beside it.
 */
export const openingOf = (page: number, pages: number, two: boolean): readonly number[] => {
  const at = Math.min(Math.max(1, Math.trunc(page)), Math.max(1, pages));
  if (!two || at === 1) return [at];
  const left = at % 2 === 0 ? at : at - 1;
  return left + 1 <= pages ? [left, left + 1] : [left];
};

/** The first page of the opening after this one, or null at the end. */
export const pageAfter = (page: number, pages: number, two: boolean): number | null => {
  const next = (openingOf(page, pages, two).at(-1) ?? page) + 1;
  return next <= pages ? next : null;
};

/** The first page of the opening before this one, or null at the start. */
export const pageBefore = (page: number, pages: number, two: boolean): number | null => {
  const [first = 1] = openingOf(page, pages, two);
  return first > 1 ? (openingOf(first - 1, pages, two)[0] ?? null) : null;
};

export type Size = { readonly width: number; readonly height: number };

/** A step of zoom: to the page, to the width, or per cent of the printed size. */
export type Zoom = 'page' | 'width' | number;
export const ZOOM_LEAST = 50;
export const ZOOM_MOST = 400;
const ZOOM_STEP = 25;
/** A PDF point is 1/72 inch, a CSS pixel 1/96. */
const CSS_PER_POINT = 96 / 72;

/** CSS pixels for each point of the page, so that `columns` pages fit the room as asked. */
export const scaleOf = (zoom: Zoom, page: Size, room: Size, columns: number): number => {
  const width = room.width / columns / page.width;
  if (zoom === 'width') return width;
  if (zoom === 'page') return Math.min(width, room.height / page.height);
  return (zoom / 100) * CSS_PER_POINT;
};

/** The next step in or out from what is on screen now, on the grid of steps. */
export const zoomStep = (scale: number, way: 'in' | 'out'): number => {
  const now = (scale / CSS_PER_POINT) * 100;
  const grid = now / ZOOM_STEP;
  const next = way === 'in' ? Math.floor(grid + 1.001) : Math.ceil(grid - 1.001);
  return Math.min(ZOOM_MOST, Math.max(ZOOM_LEAST, next * ZOOM_STEP));
};

export const zoomText = (zoom: Zoom): string =>
  zoom === 'page' ? 'Fit page' : zoom === 'width' ? 'Fit width' : `${zoom}%`;

const PHONE_PIXELS = 3_000_000;
const DESK_PIXELS = 8_000_000;

/** Device pixels for each CSS pixel of a canvas: sharp, but never larger than the browser of a phone bears. */
export const sharpnessOf = (sheet: Size, devicePixelRatio: number, isPhone: boolean): number => {
  const most = isPhone ? PHONE_PIXELS : DESK_PIXELS;
  const area = Math.max(1, sheet.width * sheet.height);
  return Math.min(devicePixelRatio, Math.sqrt(most / area));
};
