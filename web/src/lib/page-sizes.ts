/** How many of something a page asks for; early-plugin.ts asks the same before the page can. */
export const PAGE_SIZE = 20;
/** As many as the home shelf can hold on the widest screen, and the pool of "On the same shelf". */
export const SHELF_SIZE = 20;
export const FEATURED_MAX = '3';
