import { scriptProps } from '@satrangi/kit';
import { useEffect, useRef } from 'react';
import styles from './chapter-list.module.css';
import { type Chapter, chapterEnd } from './chapters.ts';
import { clockText } from './times.ts';

/** The chapters of a recording; each button seeks to its start. */
export function ChapterList({
  chapters,
  language,
  currentIndex,
  duration,
  focusRequests,
  onSeek,
}: {
  chapters: readonly Chapter[];
  language: string;
  /** Index of the chapter that plays, -1 for none. */
  currentIndex: number;
  duration: number;
  /** Increases with each request to focus the list. */
  focusRequests: number;
  onSeek: (seconds: number) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (focusRequests === 0) return;
    const current = list.current?.querySelector<HTMLElement>('[aria-current], button');
    current?.focus();
  }, [focusRequests]);
  return (
    <ol ref={list} className={styles.chapters} aria-label="Chapters">
      {chapters.map(({ title, startSeconds }, index) => (
        <li key={`${startSeconds} ${title}`}>
          <button
            type="button"
            aria-current={index === currentIndex ? 'true' : undefined}
            onClick={() => onSeek(startSeconds)}
          >
            <span className="num">{index + 1}</span>
            <bdi {...scriptProps(title, language)}>{title}</bdi>
            <span className="num">{clockText(chapterEnd(chapters, index, duration) - startSeconds)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
