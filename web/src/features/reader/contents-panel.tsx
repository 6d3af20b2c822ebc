import { Button, Dialog, scriptProps, Waiting } from '@satrangi/kit';
import type { Chapter } from './book.ts';
import styles from './panels.module.css';
import { chapterAt } from './use-chapters.ts';

/** Contents of the book, bookmarks, and the ways to read on. */
export function ContentsPanel({
  chapters,
  language,
  bookmarks,
  page,
  timeLeft,
  onGo,
  onPages,
  onNotes,
  onAloud,
  onClose,
}: {
  chapters: readonly Chapter[] | undefined;
  language: string;
  bookmarks: readonly number[];
  page: number;
  timeLeft: string | undefined;
  onGo: (page: number) => void;
  /** Opens the pages at a glance. */
  onPages: () => void;
  onNotes: () => void;
  /** Reads aloud from this page on. */
  onAloud: () => void;
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
      {timeLeft && <p className={styles.time}>{`${timeLeft[0]?.toUpperCase()}${timeLeft.slice(1)}.`}</p>}
      <Button size="s" className={styles.aloud} onClick={onAloud}>
        Read aloud from here
      </Button>
      <div className={styles.others}>
        <Button size="s" onClick={onPages}>
          Pages at a glance
        </Button>
        <Button size="s" onClick={onNotes}>
          Notes and highlights
        </Button>
      </div>
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
