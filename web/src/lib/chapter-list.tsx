import { scriptProps } from '@satrangi/kit';
import { useEffect, useRef } from 'react';
import styles from './chapter-list.module.css';
import { type Chapter, endOf } from './chapters.ts';
import { clockText } from './times.ts';

/** The parts of a recording; each is a button that goes there. */
export function ChapterList({
  chapters,
  language,
  here,
  duration,
  isAsked,
  onGo,
}: {
  chapters: readonly Chapter[];
  language: string;
  /** The place of the chapter that plays, -1 when none does. */
  here: number;
  duration: number;
  /** Grows each time somebody asks for the chapters: focus moves here. */
  isAsked: number;
  onGo: (seconds: number) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (isAsked === 0) return;
    const current = list.current?.querySelector<HTMLElement>('[aria-current], button');
    current?.focus();
  }, [isAsked]);
  return (
    <ol ref={list} className={styles.chapters} aria-label="Chapters">
      {chapters.map(({ title, startSeconds }, place) => (
        <li key={`${startSeconds} ${title}`}>
          <button
            type="button"
            aria-current={place === here ? 'true' : undefined}
            onClick={() => onGo(startSeconds)}
          >
            <span className="num">{place + 1}</span>
            <bdi {...scriptProps(title, language)}>{title}</bdi>
            <span className="num">{clockText(endOf(chapters, place, duration) - startSeconds)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
