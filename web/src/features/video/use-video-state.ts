import { type RefObject, useEffect, useState } from 'react';

export type VideoState = {
  readonly isPlaying: boolean;
  readonly isWaiting: boolean;
  readonly seconds: number;
  readonly duration: number;
  readonly volume: number;
  readonly isMuted: boolean;
  readonly rate: number;
};

const initialState: VideoState = {
  isPlaying: false,
  isWaiting: true,
  seconds: 0,
  duration: 0,
  volume: 1,
  isMuted: false,
  rate: 1,
};

const events = [
  'play',
  'playing',
  'pause',
  'waiting',
  'timeupdate',
  'seeking',
  'durationchange',
  'volumechange',
  'ratechange',
  'canplay',
] as const;

/** The state of a video element. */
export const useVideoState = (video: RefObject<HTMLVideoElement | null>): VideoState => {
  const [state, setState] = useState(initialState);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const update = (): void =>
      setState({
        isPlaying: !element.paused,
        isWaiting: element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
        seconds: element.currentTime,
        duration: Number.isFinite(element.duration) ? element.duration : 0,
        volume: element.volume,
        isMuted: element.muted,
        rate: element.playbackRate,
      });
    for (const type of events) element.addEventListener(type, update);
    update();
    return () => {
      for (const type of events) element.removeEventListener(type, update);
    };
  }, [video]);
  return state;
};
