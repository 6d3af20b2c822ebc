import { Dialog, scriptProps, Waiting } from '@satrangi/kit';
import type { Chapter } from './book.ts';
import styles from './panels.module.css';

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

export function ContentsPanel({
  chapters,
  language,
  bookmarks,
  page,
  onGo,
  onClose,
}: {
  chapters: readonly Chapter[] | undefined;
  language: string;
  bookmarks: readonly number[];
  page: number;
  onGo: (page: number) => void;
  onClose: () => void;
}) {
  const current = chapterAt(chapters ?? [], page);
  const marked = bookmarks.map((each) => ({ each, title: chapterAt(chapters ?? [], each)?.title }));
  return (
    <Dialog open onClose={onClose} title="Contents" shape="side">
      {bookmarks.length > 0 && (
        <section className={styles.marks} aria-labelledby="bookmarks-h">
          <h3 id="bookmarks-h">Bookmarks</h3>
          <ol className={styles.chapters}>
            {marked.map(({ each, title }) => (
              <li key={each}>
                <button
                  type="button"
                  aria-current={each === page ? 'true' : undefined}
                  onClick={() => onGo(each)}
                >
                  {title ? <bdi {...scriptProps(title, language)}>{title}</bdi> : 'Page'}
                  <span className="num">{each}</span>
                </button>
              </li>
            ))}
          </ol>
        </section>
      )}
      {chapters === undefined && <Waiting>One moment…</Waiting>}
      {chapters?.length === 0 && <p>This book has no list of contents.</p>}
      <ol className={styles.chapters}>
        {chapters?.map((chapter) => (
          <li key={`${chapter.page} ${chapter.title}`} data-depth={Math.min(chapter.depth, 3)}>
            <button
              type="button"
              aria-current={chapter === current ? 'true' : undefined}
              onClick={() => onGo(chapter.page)}
            >
              <bdi {...scriptProps(chapter.title, language)}>{chapter.title}</bdi>
              <span className="num">{chapter.page}</span>
            </button>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
