import type { MediaItem } from '@satrangi/contracts';
import { caretDownIcon, Icon } from '@satrangi/kit';
import { type ReactNode, useState } from 'react';
import { ChapterList } from '../../lib/chapter-list.tsx';
import { chapterIndexAt } from '../../lib/chapters.ts';
import { hasTranscriptText, Transcript } from '../../lib/transcript.tsx';
import styles from './film-details.module.css';

/** A collapsible section below the film; its content is loaded when it opens. */
function Collapsible({ title, children }: { title: string; children: ReactNode }) {
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

/** Chapters and transcript of a film. */
export function FilmDetails({
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
  if (!hasChapters && !hasTranscriptText(item)) return null;
  return (
    <div className={styles.words} data-type={item.mediaType}>
      {hasChapters && (
        <Collapsible title="Chapters">
          <ChapterList
            chapters={chapters}
            language={item.language}
            currentIndex={chapterIndexAt(chapters, seconds)}
            duration={duration}
            focusRequests={0}
            onSeek={onSeek}
          />
        </Collapsible>
      )}
      {hasTranscriptText(item) && (
        <Collapsible title="Transcript">
          <Transcript item={item} seconds={seconds} onSeek={onSeek} />
        </Collapsible>
      )}
    </div>
  );
}
