import { Icon, IconButton, pauseIcon, playIcon } from '@satrangi/kit';
import { useEffect, useRef, useState } from 'react';
import { PositionSlider } from '../../lib/sliders.tsx';
import { clockText } from '../../lib/times.ts';
import styles from './sound-clip.module.css';

/** The free clip of a recording, which plays at once: play or pause, position, time. */
export function SoundClip({ url, onFail }: { readonly url: string; readonly onFail: () => void }) {
  const audio = useRef<HTMLAudioElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const [{ isPlaying, seconds, duration }, setState] = useState({
    isPlaying: false,
    seconds: 0,
    duration: 0,
  });

  useEffect(() => {
    bar.current?.querySelector('button')?.focus();
    audio.current?.play().catch(() => undefined);
  }, []);

  const read = ({ currentTarget: clip }: { currentTarget: HTMLAudioElement }): void =>
    setState({ isPlaying: !clip.paused, seconds: clip.currentTime, duration: clip.duration || 0 });
  const toggle = (): void => {
    const clip = audio.current;
    if (clip?.paused) clip.play().catch(() => undefined);
    else clip?.pause();
  };
  const move = (to: number): void => {
    if (audio.current) audio.current.currentTime = to;
  };

  return (
    <div ref={bar} className={styles.bar}>
      {/* biome-ignore lint/a11y/useMediaCaption: a short sample; captions belong to the whole recording */}
      <audio
        ref={audio}
        src={url}
        aria-label="Clip"
        onPlay={read}
        onPause={read}
        onTimeUpdate={read}
        onDurationChange={read}
        onError={onFail}
      />
      <IconButton label={isPlaying ? 'Pause' : 'Play'} onClick={toggle}>
        <Icon shape={isPlaying ? pauseIcon : playIcon} />
      </IconButton>
      <PositionSlider seconds={seconds} duration={duration} onMove={move} />
      <span className="num">
        {clockText(seconds)} / {clockText(duration)}
      </span>
    </div>
  );
}
