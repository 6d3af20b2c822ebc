import type { MediaItem } from '@satrangi/contracts';
import { Cover, Skeleton } from '@satrangi/kit';
import { lazy, type ReactNode, Suspense } from 'react';
import { WaveBars } from '../../lib/wave-bars.tsx';
import styles from './audio-stage.module.css';

const AudioPlayer = lazy(async () => ({ default: (await import('./audio-player.tsx')).AudioPlayer }));

/**
 * A recording: picture, credits, and the player for readers with access; for others its waveform and `clip`, a free clip.
 * `children` is the title block.
 */
export function AudioStage({
  item,
  by,
  canPlay,
  clip,
  children,
}: {
  item: MediaItem;
  /** Credits in one line. */
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
          <>
            {item.waveform && <WaveBars waveform={item.waveform} className={styles.wave} />}
            {clip}
          </>
        )}
      </div>
    </div>
  );
}
