import type { ComponentProps } from 'react';
import type { Chapter } from '../../lib/chapters.ts';
import { PositionSlider } from '../../lib/sliders.tsx';
import type { Peaks } from './use-peaks.ts';
import styles from './wave-slider.module.css';

const HEIGHT = 40;
/** Silence is a line of this height. */
const LEAST = 1.5;

/** One upright bar for each peak, in a box of one unit for each. */
const barsOf = (peaks: readonly number[]): string =>
  peaks
    .map((peak, bar) => {
      const height = Math.max(LEAST, peak * HEIGHT);
      return `M${bar + 0.5} ${(HEIGHT - height) / 2}v${height}`;
    })
    .join('');

function Bars({ peaks, className }: { peaks: readonly number[]; className: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${peaks.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={barsOf(peaks)} />
    </svg>
  );
}

/**
 * The slider of the position over the waveform of the recording, with a mark at the start of each chapter; without
 * peaks a plain slider. It stays the same element when the peaks arrive, so it keeps the focus.
 */
export function WaveSlider({
  peaks,
  hasRoom,
  chapters,
  ...slider
}: {
  peaks: Peaks;
  /** Room is left for peaks that are loading. */
  hasRoom: boolean;
  chapters: readonly Chapter[];
} & ComponentProps<typeof PositionSlider>) {
  const { seconds, duration } = slider;
  const shareOf = (at: number): number => (duration > 0 ? Math.min(100, (at / duration) * 100) : 0);
  return (
    <div className={hasRoom ? styles.wave : undefined}>
      {peaks && (
        <>
          <Bars peaks={peaks} className={styles.rest} />
          <span className={styles.played} style={{ clipPath: `inset(0 ${100 - shareOf(seconds)}% 0 0)` }}>
            <Bars peaks={peaks} className={styles.done} />
          </span>
          {chapters.slice(1).map(({ startSeconds }) => (
            <span
              key={startSeconds}
              className={styles.mark}
              style={{ left: `${shareOf(startSeconds)}%` }}
              aria-hidden="true"
            />
          ))}
        </>
      )}
      <PositionSlider {...slider} />
    </div>
  );
}
