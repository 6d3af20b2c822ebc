/** Shares of the screen that one press moves on, and pixels that count as the end. */
const STEP = 0.88;
const EDGE_PX = 4;

/** Scrolls a long text by a screen. @returns false at its end: then the page turns */
export const scrollText = (box: HTMLElement | null, direction: 1 | -1): boolean => {
  if (!box) return false;
  const left = direction === 1 ? box.scrollHeight - box.clientHeight - box.scrollTop : box.scrollTop;
  if (left <= EDGE_PX) return false;
  box.scrollBy({ top: direction * STEP * box.clientHeight });
  return true;
};
