import {
  fullScreenIcon,
  Icon,
  IconButton,
  mutedIcon,
  pauseIcon,
  pictureInPictureIcon,
  playIcon,
  speakerIcon,
} from '@satrangi/kit';
import type { ReactNode } from 'react';
import { clockText, spokenTime } from '../../lib/times.ts';
import type { VideoState } from './use-video-state.ts';
import styles from './video-player.module.css';

/** Our bar under the film: everything the keys can do has a button here. */
export function VideoBar({
  state,
  onToggle,
  onSeek,
  onMute,
  onVolume,
  onPicture,
  onFullScreen,
  onKeys,
  children,
}: {
  state: VideoState;
  onToggle: () => void;
  onSeek: (seconds: number) => void;
  onMute: () => void;
  onVolume: (volume: number) => void;
  onPicture: (() => void) | undefined;
  onFullScreen: (() => void) | undefined;
  onKeys: () => void;
  /** Captions and speed. */
  children: ReactNode;
}) {
  const { isPlaying, seconds, duration, volume, isMuted } = state;
  return (
    <div className={styles.bar}>
      <input
        className={styles.scrub}
        type="range"
        min={0}
        max={Math.max(1, Math.floor(duration))}
        step={1}
        value={Math.floor(seconds)}
        aria-label="Position"
        aria-valuetext={`${spokenTime(seconds)} of ${spokenTime(duration)}`}
        onChange={({ target }) => onSeek(Number(target.value))}
      />
      <div className={styles.row}>
        <IconButton label={isPlaying ? 'Pause' : 'Play'} onClick={onToggle}>
          <Icon shape={isPlaying ? pauseIcon : playIcon} />
        </IconButton>
        <span className={styles.volume}>
          <IconButton label={isMuted ? 'Sound on' : 'Sound off'} onClick={onMute}>
            <Icon shape={isMuted ? mutedIcon : speakerIcon} />
          </IconButton>
          <input
            type="range"
            min={0}
            max={1}
            step={0.05}
            value={volume}
            aria-label="Volume"
            aria-valuetext={`${Math.round(volume * 100)}%`}
            onChange={({ target }) => onVolume(Number(target.value))}
          />
        </span>
        <span className={`${styles.time} num`}>
          {clockText(seconds)} / {clockText(duration)}
        </span>
        {children}
        <button
          type="button"
          className={styles.keysButton}
          aria-haspopup="dialog"
          aria-label="Keys"
          onClick={onKeys}
        >
          <b aria-hidden="true">?</b>
        </button>
        {onPicture && (
          <IconButton label="Picture in picture" className={styles.roomy} onClick={onPicture}>
            <Icon shape={pictureInPictureIcon} />
          </IconButton>
        )}
        {onFullScreen && (
          <IconButton label="Full screen" onClick={onFullScreen}>
            <Icon shape={fullScreenIcon} />
          </IconButton>
        )}
      </div>
    </div>
  );
}
