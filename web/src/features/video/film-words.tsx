import type { MediaItem } from '@satrangi/contracts';
import { caretDownIcon, Icon } from '@satrangi/kit';
import { type ReactNode, useState } from 'react';
import { ChapterList } from '../../lib/chapter-list.tsx';
import { chapterAt } from '../../lib/chapters.ts';
import { hasWords, Transcript } from '../../lib/transcript.tsx';
import styles from './film-words.module.css';

/** One thing below the film, closed until asked for; what is closed is not loaded. */
function Fold({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.fold} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {title}
        <Icon shape={caretDownIcon} size="s" />
      </summary>
      {isOpen && children}
    </details>
  );
}

/** Chapters and what is said, each line leading to its moment. */
export function FilmWords({
  item,
  seconds,
  duration,
  onSeek,
}: {
  item: MediaItem;
  seconds: number;
  duration: number;
  onSeek: (seconds: number) => void;
}) {
  const { chapters } = item;
  const hasChapters = chapters.length > 1;
  if (!hasChapters && !hasWords(item)) return null;
  return (
    <div className={styles.words} data-type={item.mediaType}>
      {hasChapters && (
        <Fold title="Chapters">
          <ChapterList
            chapters={chapters}
            language={item.language}
            here={chapterAt(chapters, seconds)}
            duration={duration}
            isAsked={0}
            onGo={onSeek}
          />
        </Fold>
      )}
      {hasWords(item) && (
        <Fold title="Transcript">
          <Transcript item={item} seconds={seconds} onSeek={onSeek} />
        </Fold>
      )}
    </div>
  );
}
