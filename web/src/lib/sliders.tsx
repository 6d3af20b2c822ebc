import styles from './sliders.module.css';
import { spokenTime } from './times.ts';

export const VOLUME_STEP = 0.05;

/** Position in a film or recording. `onSettle` is called when it is released. */
export function PositionSlider({
  seconds,
  duration,
  onMove,
  onSettle,
}: {
  seconds: number;
  duration: number;
  onMove: (seconds: number) => void;
  onSettle?: () => void;
}) {
  return (
    <input
      className={styles.position}
      type="range"
      min={0}
      max={Math.max(1, Math.floor(duration))}
      step={1}
      value={Math.floor(seconds)}
      aria-label="Position"
      aria-valuetext={`${spokenTime(seconds)} of ${spokenTime(duration)}`}
      onChange={({ target }) => onMove(Number(target.value))}
      onPointerUp={onSettle}
      onKeyUp={onSettle}
      onBlur={onSettle}
    />
  );
}

export function VolumeSlider({ volume, onVolume }: { volume: number; onVolume: (volume: number) => void }) {
  return (
    <input
      className={styles.volume}
      type="range"
      min={0}
      max={1}
      step={VOLUME_STEP}
      value={volume}
      aria-label="Volume"
      aria-valuetext={`${Math.round(volume * 100)}%`}
      onChange={({ target }) => onVolume(Number(target.value))}
    />
  );
}
