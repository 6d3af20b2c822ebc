import type { MediaItem } from '@satrangi/contracts';
import {
  downloadIcon,
  ErrorNote,
  Icon,
  mutedIcon,
  scriptProps,
  speakerIcon,
  transcriptIcon,
} from '@satrangi/kit';
import { useRef, useState } from 'react';
import { ChapterList } from '../../lib/chapter-list.tsx';
import { chapterAt, nextStart, previousStart } from '../../lib/chapters.ts';
import { useLeftOff } from '../../lib/left-off.ts';
import { PositionSlider, VOLUME_STEP, VolumeSlider } from '../../lib/sliders.tsx';
import { openFile } from '../../lib/streams.ts';
import { bytesText } from '../../lib/text.ts';
import { clockText, leftText } from '../../lib/times.ts';
import { hasWords, Transcript } from '../../lib/transcript.tsx';
import { audio, useAudio } from './audio.ts';
import type { AudioAction } from './audio-keys.ts';
import styles from './audio-player.module.css';
import { KeysNote } from './keys-note.tsx';
import { BACK_S, FORWARD_S } from './media-session.ts';
import { useInView } from './player-in-view.ts';
import { SleepControl } from './sleep-control.tsx';
import { titleOf } from './sound-title.ts';
import { faster, slower } from './speed.ts';
import { SpeedControl } from './speed-control.tsx';
import { Transport } from './transport.tsx';
import { useAudioKeys } from './use-audio-keys.ts';

/** A name that tells nothing to whoever looks through the downloads. */
const FILE_NAME = 'recording';

const download = async (item: MediaItem): Promise<void> => {
  const link = document.createElement('a');
  link.href = await openFile({ id: item._id, mediaType: item.mediaType }, 'stream');
  link.download = FILE_NAME;
  link.click();
};

/** The player on the page of a recording. Until its first play it shows where somebody left off. */
export function AudioPlayer({ item, by }: { item: MediaItem; by: string }) {
  const state = useAudio();
  const player = useRef<HTMLElement>(null);
  useInView(player, item._id);
  const title = titleOf(item, by);
  const isMine = state.title?.id === item._id;
  const leftOff = useLeftOff(item._id);
  const [sought, setSought] = useState<number>();
  const [asked, setAsked] = useState(0);
  const [showsWords, setShowsWords] = useState(false);

  const duration = (isMine && state.duration) || title.duration || 0;
  const seconds = sought ?? (isMine ? state.seconds : leftOff);
  const here = chapterAt(title.chapters, seconds);
  const now = title.chapters[here]?.title ?? (isMine || leftOff === 0 ? '' : 'Continue');
  const next = nextStart(title.chapters, seconds);
  const isPlaying = isMine && (state.status === 'playing' || state.status === 'waiting');

  const open = (from?: number): void => void audio.open(title, from);
  const seek = (to: number): void => (isMine ? audio.seek(to) : open(to));
  const toggle = (): void => (isMine ? audio.toggle() : open());
  /** A slider that was let go: now the recording jumps, once. */
  const settle = (): void => {
    if (sought === undefined) return;
    setSought(undefined);
    seek(sought);
  };
  const skip = (by: number): void => seek(Math.max(0, seconds + by));
  const acts: Record<AudioAction, () => void> = {
    toggle,
    back: () => skip(-BACK_S),
    forward: () => skip(FORWARD_S),
    louder: () => audio.setVolume(state.volume + VOLUME_STEP),
    quieter: () => audio.setVolume(state.volume - VOLUME_STEP),
    faster: () => audio.setRate(faster(state.rate)),
    slower: () => audio.setRate(slower(state.rate)),
    chapters: () => setAsked(asked + 1),
    mute: audio.mute,
    'extend-sleep': audio.extendSleep,
  };
  useAudioKeys(true, (action) => acts[action]());

  return (
    <section ref={player} className={styles.player} aria-label="Player">
      <p className={styles.now}>
        <bdi {...scriptProps(now, item.language)}>{now}</bdi>
        {duration > 0 && (
          <span className="num">{leftText(Math.max(0, duration - seconds) / state.rate)}</span>
        )}
      </p>
      <PositionSlider seconds={seconds} duration={duration} onMove={setSought} onSettle={settle} />
      <p className={`${styles.times} num`} aria-hidden="true">
        <span>{clockText(seconds)}</span>
        <span>-{clockText(Math.max(0, duration - seconds) / state.rate)}</span>
      </p>
      <Transport
        isPlaying={isPlaying}
        isWaiting={isMine && state.status === 'waiting'}
        hasChapters={title.chapters.length > 1}
        hasNext={next !== null}
        onToggle={toggle}
        onSkip={skip}
        onPrevious={() => seek(previousStart(title.chapters, seconds))}
        onNext={() => next !== null && seek(next)}
      />
      {isMine && state.status === 'failed' && (
        <ErrorNote onRetry={() => void audio.play()}>The recording could not be played.</ErrorNote>
      )}
      <div className={styles.options}>
        <SpeedControl rate={state.rate} onRate={audio.setRate} />
        <SleepControl
          sleep={isMine ? state.sleep : null}
          hasChapters={title.chapters.length > 1}
          onChoose={(choice) => {
            if (!isMine) open();
            audio.sleepAfter(choice);
          }}
          onExtend={audio.extendSleep}
        />
        <span className={styles.volume}>
          <button type="button" aria-label={state.isMuted ? 'Sound on' : 'Sound off'} onClick={audio.mute}>
            <Icon shape={state.isMuted ? mutedIcon : speakerIcon} size="s" />
          </button>
          <VolumeSlider volume={state.volume} onVolume={audio.setVolume} />
        </span>
        <button
          type="button"
          className={styles.button}
          onClick={() => void download(item).catch(() => undefined)}
        >
          <Icon shape={downloadIcon} size="s" />
          <span className="num">
            <span className="vh">Download, </span>
            {item.fileBytes === null ? 'Download' : bytesText(item.fileBytes)}
          </span>
        </button>
        {hasWords(item) && (
          <button
            type="button"
            className={styles.button}
            aria-expanded={showsWords}
            onClick={() => setShowsWords(!showsWords)}
          >
            <Icon shape={transcriptIcon} size="s" />
            Transcript
          </button>
        )}
        <KeysNote />
      </div>
      {showsWords && (
        <div className={styles.words}>
          <Transcript item={item} seconds={seconds} onSeek={seek} />
        </div>
      )}
      {title.chapters.length > 1 && (
        <ChapterList
          chapters={title.chapters}
          language={item.language}
          here={here}
          duration={duration}
          isAsked={asked}
          onGo={seek}
        />
      )}
    </section>
  );
}
