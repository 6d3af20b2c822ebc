import {
  backIcon,
  forwardIcon,
  Icon,
  pauseIcon,
  playIcon,
  skipBackIcon,
  skipForwardIcon,
} from '@satrangi/kit';
import styles from './audio-player.module.css';
import { BACK_S, FORWARD_S } from './media-session.ts';

/** Play, pause, skip and chapter buttons. */
export function Transport({
  isPlaying,
  isWaiting,
  hasChapters,
  hasNext,
  onToggle,
  onSkip,
  onPrevious,
  onNext,
}: {
  isPlaying: boolean;
  isWaiting: boolean;
  hasChapters: boolean;
  hasNext: boolean;
  onToggle: () => void;
  onSkip: (seconds: number) => void;
  onPrevious: () => void;
  onNext: () => void;
}) {
  return (
    <div className={styles.transport}>
      {hasChapters && (
        <button type="button" aria-label="Previous chapter" onClick={onPrevious}>
          <Icon shape={skipBackIcon} size="l" />
        </button>
      )}
      <button type="button" aria-label="Back 15 seconds" onClick={() => onSkip(-BACK_S)}>
        <Icon shape={backIcon} size="l" />
        <span className={`${styles.skip} num`} aria-hidden="true">
          {BACK_S}
        </span>
      </button>
      <button
        type="button"
        className={styles.play}
        data-play={isPlaying ? 'playing' : 'paused'}
        aria-label={isPlaying ? 'Pause' : 'Play'}
        aria-busy={isWaiting}
        onClick={onToggle}
      >
        <Icon shape={isPlaying ? pauseIcon : playIcon} size="l" />
      </button>
      <button type="button" aria-label="Forward 30 seconds" onClick={() => onSkip(FORWARD_S)}>
        <Icon shape={forwardIcon} size="l" />
        <span className={`${styles.skip} num`} aria-hidden="true">
          {FORWARD_S}
        </span>
      </button>
      {hasChapters && (
        <button type="button" aria-label="Next chapter" disabled={!hasNext} onClick={onNext}>
          <Icon shape={skipForwardIcon} size="l" />
        </button>
      )}
    </div>
  );
}
