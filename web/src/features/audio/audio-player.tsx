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
import { chapterIndexAt, nextStart, previousStart } from '../../lib/chapters.ts';
import { mediaFileUrl } from '../../lib/media-streams.ts';
import { useResumePosition } from '../../lib/resume-position.ts';
import { bytesText } from '../../lib/sizes.ts';
import { VOLUME_STEP, VolumeSlider } from '../../lib/sliders.tsx';
import { clockText, remainingText } from '../../lib/times.ts';
import { hasTranscriptText, Transcript } from '../../lib/transcript.tsx';
import { audio, useAudio } from './audio.ts';
import type { AudioState } from './audio-core.ts';
import type { AudioAction } from './audio-keys.ts';
import styles from './audio-player.module.css';
import { BACK_S, FORWARD_S } from './media-session.ts';
import { useInView } from './player-in-view.ts';
import { ShortcutsButton } from './shortcuts-button.tsx';
import { SleepControl } from './sleep-control.tsx';
import { faster, slower } from './speed.ts';
import { SpeedControl } from './speed-control.tsx';
import { toAudioTitle } from './to-audio-title.ts';
import { Transport } from './transport.tsx';
import { useAudioKeys } from './use-audio-keys.ts';
import { WaveSlider } from './wave-slider.tsx';

/** A neutral file name, for privacy. */
const FILE_NAME = 'recording';

const download = async (item: MediaItem): Promise<void> => {
  const link = document.createElement('a');
  link.href = await mediaFileUrl({ id: item._id, mediaType: item.mediaType }, 'stream');
  link.download = FILE_NAME;
  link.click();
};

/**
 * A recording on its page, and how it is moved. The engine's state counts while the recording is open in it; before
 * that the stored position.
 */
const useRecording = (state: AudioState, item: MediaItem, by: string) => {
  const title = toAudioTitle(item, by);
  const isLoaded = state.title?.id === item._id;
  const startAt = useResumePosition(item._id);
  const [seekTarget, setSeekTarget] = useState<number>();

  const duration = (isLoaded && state.duration) || title.duration || 0;
  const seconds = seekTarget ?? (isLoaded ? state.seconds : startAt);
  const currentIndex = chapterIndexAt(title.chapters, seconds);
  const currentText = title.chapters[currentIndex]?.title ?? (isLoaded || startAt === 0 ? '' : 'Continue');
  const next = nextStart(title.chapters, seconds);
  const isPlaying = isLoaded && (state.status === 'playing' || state.status === 'waiting');

  const open = (from?: number): void => void audio.open(title, from);
  const seek = (to: number): void => (isLoaded ? audio.seek(to) : open(to));
  const toggle = (): void => (isLoaded ? audio.toggle() : open());
  /** Seeks once, when the slider is released. */
  const commitSeek = (): void => {
    if (seekTarget === undefined) return;
    setSeekTarget(undefined);
    seek(seekTarget);
  };
  const skip = (by: number): void => seek(Math.max(0, seconds + by));
  return {
    ...{ state, title, isLoaded, duration, seconds, currentIndex, currentText, next, isPlaying },
    ...{ open, seek, toggle, skip, commitSeek, moveTo: setSeekTarget },
  };
};
type Recording = ReturnType<typeof useRecording>;

/** Keyboard control of the recording. */
const useKeyboard = ({ state, toggle, skip }: Recording, onChapters: () => void): void => {
  const actions: Record<AudioAction, () => void> = {
    toggle,
    back: () => skip(-BACK_S),
    forward: () => skip(FORWARD_S),
    louder: () => audio.setVolume(state.volume + VOLUME_STEP),
    quieter: () => audio.setVolume(state.volume - VOLUME_STEP),
    faster: () => audio.setRate(faster(state.rate)),
    slower: () => audio.setRate(slower(state.rate)),
    chapters: onChapters,
    mute: audio.mute,
    'extend-sleep': audio.extendSleep,
  };
  useAudioKeys((action) => actions[action]());
};

function PlayerOptions({
  item,
  recording: { state, isLoaded, title, open },
  showsTranscript,
  onTranscript,
}: {
  item: MediaItem;
  recording: Recording;
  showsTranscript: boolean;
  onTranscript: () => void;
}) {
  return (
    <div className={styles.options}>
      <SpeedControl rate={state.rate} onRate={audio.setRate} />
      <SleepControl
        sleep={isLoaded ? state.sleep : null}
        hasChapters={title.chapters.length > 1}
        onChoose={(choice) => {
          if (!isLoaded) open();
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
      {hasTranscriptText(item) && (
        <button
          type="button"
          className={styles.button}
          aria-expanded={showsTranscript}
          onClick={onTranscript}
        >
          <Icon shape={transcriptIcon} size="s" />
          Transcript
        </button>
      )}
      <ShortcutsButton />
    </div>
  );
}

/** The player on the page of a recording. Before its first play it shows the stored position. */
export function AudioPlayer({ item, by }: { item: MediaItem; by: string }) {
  const state = useAudio();
  const player = useRef<HTMLElement>(null);
  useInView(player, item._id);
  const recording = useRecording(state, item, by);
  const { title, isLoaded, duration, seconds, currentIndex, currentText, next, seek } = recording;
  const [focusRequests, setFocusRequests] = useState(0);
  const [showsTranscript, setShowsTranscript] = useState(false);
  useKeyboard(recording, () => setFocusRequests(focusRequests + 1));

  return (
    <section ref={player} className={styles.player} aria-label="Player">
      <p className={styles.now}>
        <bdi {...scriptProps(currentText, item.language)}>{currentText}</bdi>
        {duration > 0 && (
          <span className="num">{remainingText(Math.max(0, duration - seconds) / state.rate)}</span>
        )}
      </p>
      <WaveSlider
        waveform={item.waveform}
        chapters={title.chapters}
        seconds={seconds}
        duration={duration}
        onMove={recording.moveTo}
        onSettle={recording.commitSeek}
      />
      <p className={`${styles.times} num`} aria-hidden="true">
        <span>{clockText(seconds)}</span>
        <span>-{clockText(Math.max(0, duration - seconds) / state.rate)}</span>
      </p>
      <Transport
        isPlaying={recording.isPlaying}
        isWaiting={isLoaded && state.status === 'waiting'}
        hasChapters={title.chapters.length > 1}
        hasNext={next !== null}
        onToggle={recording.toggle}
        onSkip={recording.skip}
        onPrevious={() => seek(previousStart(title.chapters, seconds))}
        onNext={() => next !== null && seek(next)}
      />
      {isLoaded && state.status === 'failed' && (
        <ErrorNote onRetry={() => void audio.play()}>The recording could not be played.</ErrorNote>
      )}
      <PlayerOptions
        item={item}
        recording={recording}
        showsTranscript={showsTranscript}
        onTranscript={() => setShowsTranscript(!showsTranscript)}
      />
      {showsTranscript && (
        <div className={styles.words}>
          <Transcript item={item} seconds={seconds} onSeek={seek} />
        </div>
      )}
      {title.chapters.length > 1 && (
        <ChapterList
          chapters={title.chapters}
          language={item.language}
          currentIndex={currentIndex}
          duration={duration}
          focusRequests={focusRequests}
          onSeek={seek}
        />
      )}
    </section>
  );
}
