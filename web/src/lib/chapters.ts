/** A part of a recording and where it starts, in seconds. */
export type Chapter = { readonly title: string; readonly startSeconds: number };

/** A chapter this far behind is started again by "previous"; before that one goes to the chapter before. */
const AGAIN_S = 3;

/** The place of the chapter that plays, or -1 before the first and when there are none. */
export const chapterAt = (chapters: readonly Chapter[], seconds: number): number =>
  chapters.findLastIndex(({ startSeconds }) => startSeconds <= seconds);

/** Where a chapter ends: where the next one starts, or the end. */
export const endOf = (chapters: readonly Chapter[], place: number, duration: number): number =>
  chapters[place + 1]?.startSeconds ?? duration;

/** Where "next chapter" leads, or null on the last one. */
export const nextStart = (chapters: readonly Chapter[], seconds: number): number | null =>
  chapters[chapterAt(chapters, seconds) + 1]?.startSeconds ?? null;

/** Where "previous chapter" leads: the start of this one, or of the one before when it has only just begun. */
export const previousStart = (chapters: readonly Chapter[], seconds: number): number => {
  const here = chapterAt(chapters, seconds);
  const start = chapters[here]?.startSeconds ?? 0;
  return seconds - start > AGAIN_S ? start : (chapters[here - 1]?.startSeconds ?? 0);
};
