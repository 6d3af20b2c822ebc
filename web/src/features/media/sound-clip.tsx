import { Icon, IconButton, pauseIcon, playIcon, scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { captionLanguageOf } from '../../lib/caption-language.ts';
import { cueAt, readCues } from '../../lib/cues.ts';
import { PositionSlider } from '../../lib/sliders.tsx';
import { clockText } from '../../lib/times.ts';
import { type ClipOwner, clipCaptionsUrl, clipLanguages, clipUrl } from './clip-files.ts';
import styles from './sound-clip.module.css';

/** What is said in a clip, sentence by sentence; nothing when it has no captions or they do not load. */
const useWords = (item: ClipOwner) => {
  const language = captionLanguageOf(clipLanguages(item));
  const words = useQuery({
    queryKey: ['library', 'clip-words', item._id, language],
    queryFn: async () => {
      const response = await fetch(clipCaptionsUrl(item, language ?? ''));
      return response.ok ? readCues(await response.text()) : [];
    },
    enabled: language !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { language, cues: words.data ?? [] };
};

/** The free clip of a recording, which plays at once: play or pause, position, time, and the sentence that is read. */
export function SoundClip({ item, onFail }: { readonly item: ClipOwner; readonly onFail: () => void }) {
  const audio = useRef<HTMLAudioElement>(null);
  const { language, cues } = useWords(item);
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

  const sentence = cues[cueAt(cues, seconds)]?.text ?? '';

  return (
    <div ref={bar} className={styles.bar}>
      {/* biome-ignore lint/a11y/useMediaCaption: the sentence that is read stands below, where the clip has captions */}
      <audio
        ref={audio}
        src={clipUrl(item)}
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
      {cues.length > 0 && (
        <p className={`${styles.sentence} text`} {...scriptProps(sentence, language)}>
          {sentence}
        </p>
      )}
    </div>
  );
}
