import type { MediaItem } from '@satrangi/contracts';
import { scriptProps } from '@satrangi/kit';
import { chapterEnd } from '../../lib/chapters.ts';
import { clockText } from '../../lib/times.ts';
import styles from './contents-list.module.css';

type Entry = {
  readonly key: string;
  readonly title: string;
  readonly before: string;
  readonly value: string;
};

const piecesOf = ({ contents = [] }: MediaItem): readonly Entry[] =>
  contents.map(({ title, page }) => ({
    key: `${page} ${title}`,
    title,
    before: ', page ',
    value: String(page),
  }));

const chaptersOf = ({ chapters, durationSeconds }: MediaItem): readonly Entry[] =>
  chapters.length < 2 || durationSeconds === null
    ? []
    : chapters.map(({ title, startSeconds }, index) => ({
        key: `${startSeconds} ${title}`,
        title,
        before: ', ',
        value: clockText(chapterEnd(chapters, index, durationSeconds) - startSeconds),
      }));

/**
 * What is in it: the pieces of an issue with their pages, or the chapters of a film or recording with their lengths.
 * Nothing where neither is known.
 */
export function ContentsList({ item }: { item: MediaItem }) {
  const isIssue = item.mediaType === 'magazine';
  const entries = isIssue ? piecesOf(item) : chaptersOf(item);
  if (entries.length === 0) return null;
  return (
    <section className={styles.contents} aria-labelledby="contents-h">
      <h2 id="contents-h">{isIssue ? 'In this issue' : 'Chapters'}</h2>
      <ol>
        {entries.map(({ key, title, before, value }) => (
          <li key={key}>
            <bdi {...scriptProps(title, item.language)}>{title}</bdi>
            <span className="num">
              <span className="vh">{before}</span>
              {value}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
