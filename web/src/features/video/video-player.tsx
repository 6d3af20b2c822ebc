import type { MediaItem } from '@satrangi/contracts';
import { ErrorNote, KeysDialog, Waiting } from '@satrangi/kit';
import { type RefObject, useEffect, useRef, useState } from 'react';
import cues from '../../lib/cues.module.css';
import { languageName } from '../../lib/language-name.ts';
import { useMarkInView } from '../../lib/mark-in-view.ts';
import { openMediaStream } from '../../lib/media-streams.ts';
import { openPosition, positionSaver } from '../../lib/open-position.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { fasterStep, slowerStep } from '../../lib/speed-steps.ts';
import { useVideoPreferences, videoPreferences } from '../../lib/video-preferences.ts';
import { CaptionsPanel } from './captions-panel.tsx';
import { FilmDetails } from './film-details.tsx';
import { SpeedSelect, videoSpeeds } from './speed-select.tsx';
import { useCaptions } from './use-captions.ts';
import { useVideoKeys } from './use-video-keys.ts';
import { useVideoState } from './use-video-state.ts';
import { VideoBar } from './video-bar.tsx';
import { type VideoAction, videoKeyList } from './video-keys.ts';
import styles from './video-player.module.css';
import { connectVideo, type VideoSource } from './video-source.ts';

type VideoElements = {
  readonly frame: RefObject<HTMLElement | null>;
  readonly video: RefObject<HTMLVideoElement | null>;
};

/** Plays the film in the video element, from the resume position on. */
const useVideoSource = (item: MediaItem, { frame, video }: VideoElements) => {
  const source = useRef<VideoSource>(undefined);
  const [failed, setFailed] = useState(false);
  const media = { id: item._id, mediaType: item.mediaType };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the player is keyed by the film's id
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.volume = videoPreferences.get().volume;
    const connected = connectVideo(element, {
      openStream: () => openMediaStream(media),
      findPosition: () => openPosition(item._id),
      saver: positionSaver(item._id, 'video'),
      onFailed: setFailed,
      now: Date.now,
    });
    source.current = connected;
    void connected.start();
    frame.current?.focus({ preventScroll: true });
    return connected.disconnect;
  }, [item._id]);

  return { source, failed };
};

/** What buttons and keys do with the film. */
const videoControls = ({
  frame,
  video,
  source,
}: VideoElements & { readonly source: RefObject<VideoSource | undefined> }) => {
  const toggle = (): void => {
    const element = video.current;
    if (!element) return;
    if (element.paused) element.play().catch(() => undefined);
    else element.pause();
  };
  const setRate = (rate: number): void => {
    if (video.current) video.current.playbackRate = rate;
  };
  const mute = (): void => {
    if (video.current) video.current.muted = !video.current.muted;
  };
  const fullScreen = (): void => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : frame.current?.requestFullscreen();
    change?.catch(() => undefined);
  };
  const togglePictureInPicture = (): void => {
    const change = document.pictureInPictureElement
      ? document.exitPictureInPicture()
      : video.current?.requestPictureInPicture();
    change?.catch(() => undefined);
  };
  const setVolume = (volume: number): void => {
    if (video.current) video.current.volume = volume;
    videoPreferences.change({ volume });
  };
  const seek = (to: number): void => source.current?.seek(to);
  return { toggle, seek, setRate, setVolume, mute, fullScreen, togglePictureInPicture };
};

/** Keyboard control of the film. */
const useKeyboard = (
  video: VideoElements['video'],
  {
    controls: { toggle, seek, setRate, mute, fullScreen },
    rate,
    captions,
    onKeys,
  }: {
    readonly controls: ReturnType<typeof videoControls>;
    readonly rate: number;
    /** Whether captions are shown. */
    readonly captions: boolean;
    readonly onKeys: () => void;
  },
): void => {
  const runAction = (action: VideoAction): void => {
    const element = video.current;
    if (!element) return;
    if (action.do === 'toggle') toggle();
    if (action.do === 'skip') seek(element.currentTime + action.seconds);
    if (action.do === 'share') seek((element.duration || 0) * (action.tenths / 10));
    if (action.do === 'captions') videoPreferences.change({ captions: !captions });
    if (action.do === 'mute') mute();
    if (action.do === 'full-screen') fullScreen();
    if (action.do === 'faster') setRate(fasterStep(rate, videoSpeeds));
    if (action.do === 'slower') setRate(slowerStep(rate, videoSpeeds));
    if (action.do === 'keys') onKeys();
  };
  useVideoKeys(runAction);
};

/** A film with its control bar. It is mounted by the play button and starts at the resume position. */
export function VideoPlayer({ item, poster }: { item: MediaItem; poster: string | null }) {
  const frame = useRef<HTMLElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [areKeysOpen, setKeysOpen] = useState(false);
  const { discreet } = usePreferences();
  const preferences = useVideoPreferences();
  useMarkInView(video, 'data-film-in-view');
  const state = useVideoState(video);
  const captions = useCaptions(video, item);
  const { source, failed } = useVideoSource(item, { frame, video });

  const controls = videoControls({ frame, video, source });
  const openKeys = (): void => setKeysOpen(true);
  useKeyboard(video, { controls, rate: state.rate, captions: preferences.captions, onKeys: openKeys });

  return (
    <section
      ref={frame}
      className={`${styles.player} ${cues.cues}`}
      aria-label="Film"
      tabIndex={-1}
      data-theme="dark"
      data-size={preferences.captionSize}
      data-ground={preferences.captionGround}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: captions are tracks below, where the film has any */}
      <video
        ref={video}
        className={styles.video}
        poster={poster ?? undefined}
        playsInline
        preload="metadata"
        disablePictureInPicture={discreet}
        onClick={controls.toggle}
      >
        {captions.tracks.map(({ language, src }) => (
          <track key={language} kind="captions" srcLang={language} label={languageName(language)} src={src} />
        ))}
      </video>
      {failed ? (
        <div className={styles.failed}>
          <ErrorNote onRetry={() => void source.current?.retry()}>The film could not be played.</ErrorNote>
        </div>
      ) : (
        state.isWaiting && <Waiting className={styles.waiting}>Loading...</Waiting>
      )}
      <VideoBar
        state={state}
        onToggle={controls.toggle}
        onSeek={controls.seek}
        onMute={controls.mute}
        onVolume={controls.setVolume}
        onPictureInPicture={
          document.pictureInPictureEnabled && !discreet ? controls.togglePictureInPicture : undefined
        }
        onFullScreen={document.fullscreenEnabled ? controls.fullScreen : undefined}
        onKeys={openKeys}
      >
        <SpeedSelect rate={state.rate} onRate={controls.setRate} />
        {item.captionLanguages.length > 0 && (
          <CaptionsPanel
            languages={item.captionLanguages}
            language={captions.language}
            onLanguage={captions.choose}
          />
        )}
      </VideoBar>
      <FilmDetails item={item} seconds={state.seconds} duration={state.duration} onSeek={controls.seek} />
      <KeysDialog open={areKeysOpen} onClose={() => setKeysOpen(false)} lines={videoKeyList} />
    </section>
  );
}
