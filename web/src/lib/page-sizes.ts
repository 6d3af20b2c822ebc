/** List sizes; prefetch-plugin.ts requests the same URLs before the page does. */
export const PAGE_SIZE = 20;
/** Fills the home shelf on the widest screen. */
export const SHELF_SIZE = 20;
