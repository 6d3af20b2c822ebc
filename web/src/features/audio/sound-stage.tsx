import type { MediaItem } from '@satrangi/contracts';
import { Cover, Skeleton } from '@satrangi/kit';
import { lazy, type ReactNode, Suspense } from 'react';
import styles from './sound-stage.module.css';

const AudioPlayer = lazy(async () => ({ default: (await import('./audio-player.tsx')).AudioPlayer }));

/**
 * A recording: its picture, who is heard, and the player for those who may play it. `children` is the title block,
 * `clip` what everybody may hear.
 */
export function SoundStage({
  item,
  by,
  canPlay,
  clip,
  children,
}: {
  item: MediaItem;
  /** Who is heard, in a line. */
  by: string;
  canPlay: boolean;
  clip?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.stage}>
      <Cover of={item} shape="square" className={styles.art} />
      <div className={styles.main} data-type={item.mediaType}>
        {children}
        {canPlay ? (
          <Suspense fallback={<Skeleton height="16rem" />}>
            <AudioPlayer item={item} by={by} key={item._id} />
          </Suspense>
        ) : (
          clip
        )}
      </div>
    </div>
  );
}
