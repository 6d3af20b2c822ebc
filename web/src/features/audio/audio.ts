import { useSyncExternalStore } from 'react';
import { flushWhenLeaving } from '../../lib/keep-place.ts';
import { findMoment, momentKeeper } from '../../lib/moments.ts';
import { nowPlaying } from '../../lib/now-playing.ts';
import { session } from '../../lib/session.ts';
import { openStream } from '../../lib/streams.ts';
import { keepChoices, readChoices } from './audio-choices.ts';
import { type AudioEngine, type AudioState, createAudioEngine } from './audio-engine.ts';
import { keptAudio } from './kept-audio.ts';
import { joinMediaSession } from './media-session.ts';

/** Shaking the phone this hard puts the sleep timer off, as touching the key does. */
const SHAKE = 22;

const listenForShakes = (engine: AudioEngine): void =>
  addEventListener('devicemotion', ({ accelerationIncludingGravity: felt }) => {
    if (!engine.get().sleep || !felt) return;
    if (Math.hypot(felt.x ?? 0, felt.y ?? 0, felt.z ?? 0) > SHAKE) engine.extendSleep();
  });

const start = (): AudioEngine => {
  const engine = createAudioEngine({
    element: new Audio(),
    openStream,
    findMoment,
    keeperOf: ({ id, format }) => momentKeeper(id, format),
    choices: readChoices(),
    keepChoices,
    now: Date.now,
  });
  joinMediaSession(engine);
  flushWhenLeaving(engine);
  listenForShakes(engine);
  // A film or a clip that begins is heard alone.
  document.addEventListener('play', () => engine.pause(), true);
  const kept = keptAudio.read();
  if (kept) engine.restore(kept);
  // The layout shows the small player while a recording is in it, also after a reload.
  let shown: AudioState['title'] | undefined;
  const show = (): void => {
    const { title } = engine.get();
    if (title === shown) return;
    shown = title;
    keptAudio.write(title);
    nowPlaying.set(title !== null);
  };
  show();
  engine.subscribe(show);
  // Another reader begins in silence.
  let listener = session.get()?.userId ?? null;
  session.subscribe(() => {
    const next = session.get()?.userId ?? null;
    if (listener !== null && next !== listener) engine.close();
    listener = next;
  });
  return engine;
};

/** The one player of this tab: it goes on while pages come and go. */
export const audio: AudioEngine = start();

export const useAudio = (): AudioState => useSyncExternalStore(audio.subscribe, audio.get);
