/** A chapter of a recording; its start is in seconds. */
export type Chapter = { readonly title: string; readonly startSeconds: number };

/** After this time in a chapter, "previous" restarts it; before, it selects the previous chapter. */
const RESTART_AFTER_S = 3;

/** Index of the chapter that plays, or -1 before the first one. */
export const chapterIndexAt = (chapters: readonly Chapter[], seconds: number): number =>
  chapters.findLastIndex(({ startSeconds }) => startSeconds <= seconds);

/** End of a chapter in seconds: the start of the next one, or the duration. */
export const chapterEnd = (chapters: readonly Chapter[], index: number, duration: number): number =>
  chapters[index + 1]?.startSeconds ?? duration;

/** Target of "next chapter" in seconds, or null on the last one. */
export const nextStart = (chapters: readonly Chapter[], seconds: number): number | null =>
  chapters[chapterIndexAt(chapters, seconds) + 1]?.startSeconds ?? null;

/** Target of "previous chapter" in seconds. */
export const previousStart = (chapters: readonly Chapter[], seconds: number): number => {
  const current = chapterIndexAt(chapters, seconds);
  const start = chapters[current]?.startSeconds ?? 0;
  return seconds - start > RESTART_AFTER_S ? start : (chapters[current - 1]?.startSeconds ?? 0);
};
