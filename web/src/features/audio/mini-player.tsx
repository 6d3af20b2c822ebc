import {
  backIcon,
  Cover,
  closeIcon,
  forwardIcon,
  Icon,
  IconButton,
  pauseIcon,
  playIcon,
  scriptProps,
} from '@satrangi/kit';
import { useEffect, useSyncExternalStore } from 'react';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { SpeedStepper } from '../../lib/speed-stepper.tsx';
import { titleOrUntitled } from '../../lib/text.ts';
import { clockText } from '../../lib/times.ts';
import { audio, useAudio } from './audio.ts';
import { BACK_S, FORWARD_S } from './media-session.ts';
import styles from './mini-player.module.css';
import { playerInView } from './player-in-view.ts';
import { audioSpeeds } from './speed.ts';

/** Shown for every title in discreet mode: the bar is on all pages, also when somebody else looks at them. */
const NEUTRAL_WORDS = 'Recording';

/** The player at the bottom of the window while the large player is off screen. */
export function MiniPlayer() {
  const { title, status, seconds, duration, rate } = useAudio();
  const { discreet } = usePreferences();
  const inView = useSyncExternalStore(playerInView.subscribe, playerInView.get);
  const isShown = title !== null && title.id !== inView;

  useEffect(() => {
    if (!isShown) return;
    document.documentElement.dataset.playing = '';
    return () => {
      delete document.documentElement.dataset.playing;
    };
  }, [isShown]);

  if (!title || !isShown) return null;
  const words = discreet ? NEUTRAL_WORDS : titleOrUntitled(title.title);
  const isPlaying = status === 'playing' || status === 'waiting';
  return (
    <section className={styles.mini} aria-label="Now playing" data-theme="dark">
      <span className={styles.done} style={{ width: `${duration > 0 ? (seconds / duration) * 100 : 0}%` }} />
      {!discreet && <Cover of={{ ...title, author: title.by }} className={styles.cover} />}
      <div className={styles.words}>
        <Link
          to={paths.media(title.mediaType, title.id)}
          {...(discreet ? {} : scriptProps(title.title, title.language))}
        >
          {words}
        </Link>
        <span className="num">
          {clockText(seconds)} of {clockText(duration)}
        </span>
      </div>
      <SpeedStepper {...audioSpeeds} rate={rate} className={styles.speed} onRate={audio.setRate} />
      <IconButton label="Back 15 seconds" onClick={() => audio.skip(-BACK_S)}>
        <Icon shape={backIcon} />
      </IconButton>
      <IconButton label={isPlaying ? 'Pause' : 'Play'} className={styles.play} onClick={audio.toggle}>
        <Icon shape={isPlaying ? pauseIcon : playIcon} />
      </IconButton>
      <IconButton label="Forward 30 seconds" className={styles.wide} onClick={() => audio.skip(FORWARD_S)}>
        <Icon shape={forwardIcon} />
      </IconButton>
      <IconButton label="Stop and close the player" onClick={audio.close}>
        <Icon shape={closeIcon} />
      </IconButton>
    </section>
  );
}
