import type { MediaItem } from '@satrangi/contracts';
import { Cover, Icon, playIcon, Skeleton } from '@satrangi/kit';
import { lazy, Suspense } from 'react';
import { titleOr } from '../../lib/text.ts';
import { clockText } from '../../lib/times.ts';
import styles from './film-stage.module.css';

const VideoPlayer = lazy(async () => ({ default: (await import('./video-player.tsx')).VideoPlayer }));

/** A film before it plays: its still, one large button on it for whoever may play it, and then the film itself. */
export function FilmStage({
  item,
  canPlay,
  isPlaying,
  leftOff,
  onPlay,
}: {
  item: MediaItem;
  canPlay: boolean;
  isPlaying: boolean;
  /** Where it would go on, in seconds. */
  leftOff: number;
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
            <b className="num">{leftOff > 0 ? `Continue at ${clockText(leftOff)}` : 'Play'}</b>
            <span className="vh">: {titleOr(item.title)}</span>
          </span>
        </button>
      )}
    </div>
  );
}
