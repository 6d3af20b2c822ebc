import { useState } from 'react';
import type { Book, Chapter } from './book.ts';

/** The current chapter: the last one that starts at or before this page. */
export const chapterAt = (chapters: readonly Chapter[], page: number): Chapter | undefined =>
  chapters.findLast((chapter) => chapter.page <= page);

/** `5 pages left in this chapter`, or undefined without chapters. */
export const leftInChapter = (
  chapters: readonly Chapter[],
  page: number,
  pages: number,
): string | undefined => {
  const current = chapterAt(chapters, page);
  if (!current) return undefined;
  const next = chapters.find((chapter) => chapter.page > page);
  const left = (next ? next.page - 1 : pages) - page;
  if (left <= 0) return 'Last page of this chapter';
  return `${left} ${left === 1 ? 'page' : 'pages'} left in this chapter`;
};

/** The contents of a book, once they are loaded. */
export const useChapters = (book: Book) => {
  const [chapters, setChapters] = useState<readonly Chapter[]>();
  const loadChapters = (): void => {
    if (!chapters) book.contents().then(setChapters, () => setChapters([]));
  };
  return { chapters, loadChapters };
};
