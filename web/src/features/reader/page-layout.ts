/**
 * The visible pages: one, or a spread as in a printed book, where the first page stands alone and each even page has
 * the next odd one beside it.
 */
export const visiblePages = (page: number, pages: number, two: boolean): readonly number[] => {
  const clamped = Math.min(Math.max(1, Math.trunc(page)), Math.max(1, pages));
  if (!two || clamped === 1) return [clamped];
  const left = clamped % 2 === 0 ? clamped : clamped - 1;
  return left + 1 <= pages ? [left, left + 1] : [left];
};

/** The first page of the next spread, or null at the end. */
export const pageAfter = (page: number, pages: number, two: boolean): number | null => {
  const next = (visiblePages(page, pages, two).at(-1) ?? page) + 1;
  return next <= pages ? next : null;
};

/** The first page of the previous spread, or null at the start. */
export const pageBefore = (page: number, pages: number, two: boolean): number | null => {
  const [first = 1] = visiblePages(page, pages, two);
  return first > 1 ? (visiblePages(first - 1, pages, two)[0] ?? null) : null;
};

export type Size = { readonly width: number; readonly height: number };

/** Fit to page, fit to width, or per cent of the printed size. */
export type Zoom = 'page' | 'width' | number;
export const ZOOM_MIN = 50;
export const ZOOM_MAX = 400;
const ZOOM_STEP = 25;
/** A PDF point is 1/72 inch, a CSS pixel 1/96. */
const CSS_PER_POINT = 96 / 72;

/** CSS pixels for each point of the page, so that `columns` pages fit the viewport. */
export const scaleOf = (zoom: Zoom, page: Size, viewport: Size, columns: number): number => {
  const width = viewport.width / columns / page.width;
  if (zoom === 'width') return width;
  if (zoom === 'page') return Math.min(width, viewport.height / page.height);
  return (zoom / 100) * CSS_PER_POINT;
};

/** CSS pixels: a lower window, as of a phone on its side or at 400 %, shows a whole page too small. */
const LOW = 420;
/** CSS pixels for each point: letters of 11 points are 8 pixels high. */
const LEGIBLE = 0.75;

/** The zoom before a reader chooses one: the whole page, or its width where the window is too low for a legible page. */
export const firstZoom = (page: Size, viewport: Size, columns: number): 'page' | 'width' => {
  const whole = scaleOf('page', page, viewport, columns);
  const isTooSmall = viewport.height < LOW && whole < LEGIBLE;
  return isTooSmall && scaleOf('width', page, viewport, columns) > whole ? 'width' : 'page';
};

/** The next zoom step in or out from the current scale. */
export const zoomStep = (scale: number, direction: 'in' | 'out'): number => {
  const now = (scale / CSS_PER_POINT) * 100;
  const grid = now / ZOOM_STEP;
  const next = direction === 'in' ? Math.floor(grid + 1.001) : Math.ceil(grid - 1.001);
  return Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, next * ZOOM_STEP));
};

export const zoomText = (zoom: Zoom): string =>
  zoom === 'page' ? 'Fit page' : zoom === 'width' ? 'Fit width' : `${zoom}%`;

const PHONE_PIXELS = 3_000_000;
const DESKTOP_PIXELS = 8_000_000;

/** Device pixels for each CSS pixel of a canvas, within the canvas limits of phone browsers. */
export const canvasDensity = (sheet: Size, devicePixelRatio: number, isPhone: boolean): number => {
  const maxPixels = isPhone ? PHONE_PIXELS : DESKTOP_PIXELS;
  const area = Math.max(1, sheet.width * sheet.height);
  return Math.min(devicePixelRatio, Math.sqrt(maxPixels / area));
};
