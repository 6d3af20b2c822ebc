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
import { PositionSlider, VolumeSlider } from '../../lib/sliders.tsx';
import { clockText } from '../../lib/times.ts';
import type { VideoState } from './use-video-state.ts';
import styles from './video-player.module.css';

/** The control bar of a film; every shortcut has a button here. */
export function VideoBar({
  state,
  onToggle,
  onSeek,
  onMute,
  onVolume,
  onPictureInPicture,
  onFullScreen,
  onKeys,
  children,
}: {
  state: VideoState;
  onToggle: () => void;
  onSeek: (seconds: number) => void;
  onMute: () => void;
  onVolume: (volume: number) => void;
  onPictureInPicture: (() => void) | undefined;
  onFullScreen: (() => void) | undefined;
  onKeys: () => void;
  /** Captions and speed. */
  children: ReactNode;
}) {
  const { isPlaying, seconds, duration, volume, isMuted } = state;
  return (
    <div className={styles.bar}>
      <PositionSlider seconds={seconds} duration={duration} onMove={onSeek} />
      <div className={styles.row}>
        <IconButton label={isPlaying ? 'Pause' : 'Play'} onClick={onToggle}>
          <Icon shape={isPlaying ? pauseIcon : playIcon} />
        </IconButton>
        <span className={styles.volume}>
          <IconButton label={isMuted ? 'Sound on' : 'Sound off'} onClick={onMute}>
            <Icon shape={isMuted ? mutedIcon : speakerIcon} />
          </IconButton>
          <VolumeSlider volume={volume} onVolume={onVolume} />
        </span>
        <span className={`${styles.time} num`}>
          {clockText(seconds)} / {clockText(duration)}
        </span>
        {children}
        <button
          type="button"
          className={styles.keysButton}
          aria-haspopup="dialog"
          aria-label="Keyboard shortcuts"
          onClick={onKeys}
        >
          <b aria-hidden="true">?</b>
        </button>
        {onPictureInPicture && (
          <IconButton label="Picture in picture" className={styles.roomy} onClick={onPictureInPicture}>
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
