import type { ComponentProps } from 'react';
import type { Chapter } from '../../lib/chapters.ts';
import { PositionSlider } from '../../lib/sliders.tsx';
import { WaveBars } from '../../lib/wave-bars.tsx';
import styles from './wave-slider.module.css';

/**
 * The slider of the position over the waveform of the recording, with a mark at the start of each chapter; a plain slider
 * when its waveform was not measured.
 */
export function WaveSlider({
  waveform,
  chapters,
  ...slider
}: {
  waveform: string | undefined;
  chapters: readonly Chapter[];
} & ComponentProps<typeof PositionSlider>) {
  const { seconds, duration } = slider;
  const shareOf = (at: number): number => (duration > 0 ? Math.min(100, (at / duration) * 100) : 0);
  return (
    <div className={waveform ? styles.wave : undefined}>
      {waveform && (
        <>
          <WaveBars waveform={waveform} className={styles.rest} />
          <span className={styles.played} style={{ clipPath: `inset(0 ${100 - shareOf(seconds)}% 0 0)` }}>
            <WaveBars waveform={waveform} className={styles.done} />
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
