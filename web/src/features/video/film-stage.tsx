import type { MediaItem } from '@satrangi/contracts';
import { Cover, Icon, playIcon, Skeleton } from '@satrangi/kit';
import { lazy, Suspense } from 'react';
import { titleOrUntitled } from '../../lib/text.ts';
import { clockText } from '../../lib/times.ts';
import styles from './film-stage.module.css';

const VideoPlayer = lazy(async () => ({ default: (await import('./video-player.tsx')).VideoPlayer }));

/** A film before it plays: its still, and a play button for readers with access; then the player. */
export function FilmStage({
  item,
  canPlay,
  isPlaying,
  startAt,
  onPlay,
}: {
  item: MediaItem;
  canPlay: boolean;
  isPlaying: boolean;
  /** Resume position in seconds. */
  startAt: number;
  onPlay: () => void;
}) {
  const poster = item.coverImage ?? item.thumbnailUrl;
  if (canPlay && isPlaying)
    return (
      <Suspense fallback={<Skeleton ratio="16 / 9" />}>
        <VideoPlayer item={item} poster={poster} key={item._id} />
      </Suspense>
    );
  return (
    <div className={styles.stage}>
      <Cover of={{ ...item, thumbnailUrl: poster }} shape="still" className={styles.still} />
      {canPlay && (
        <button type="button" className={styles.play} onClick={onPlay}>
          <span>
            <Icon shape={playIcon} size="l" />
            <b className="num">{startAt > 0 ? `Continue at ${clockText(startAt)}` : 'Play'}</b>
            <span className="vh">: {titleOrUntitled(item.title)}</span>
          </span>
        </button>
      )}
    </div>
  );
}
