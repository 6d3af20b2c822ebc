import { useSyncExternalStore } from 'react';
import { nowPlaying } from '../../lib/now-playing.ts';
import { openPosition, positionSaver } from '../../lib/open-position.ts';
import { EXIT_EVENT } from '../../lib/quick-exit.ts';
import { flushOnLeave } from '../../lib/save-progress.ts';
import { session } from '../../lib/session.ts';
import type { AudioState } from './audio-core.ts';
import { type AudioEngine, createAudioEngine } from './audio-engine.ts';
import { readAudioPreferences, saveAudioPreferences } from './audio-preferences.ts';
import { registerMediaSession } from './media-session.ts';
import { openSound } from './open-sound.ts';
import { storedAudio } from './stored-audio.ts';

/** Acceleration (m/s²) of a shake that extends the sleep timer, as its key does. */
const SHAKE = 22;

const extendSleepOnShake = (engine: AudioEngine): void =>
  addEventListener('devicemotion', ({ accelerationIncludingGravity: acceleration }) => {
    if (!engine.get().sleep || !acceleration) return;
    if (Math.hypot(acceleration.x ?? 0, acceleration.y ?? 0, acceleration.z ?? 0) > SHAKE)
      engine.extendSleep();
  });

const start = (): AudioEngine => {
  const engine = createAudioEngine({
    element: new Audio(),
    openStream: openSound,
    findPosition: openPosition,
    saverFor: ({ id, format }) => positionSaver(id, format),
    preferences: readAudioPreferences(),
    savePreferences: saveAudioPreferences,
    now: Date.now,
  });
  registerMediaSession(engine);
  flushOnLeave(engine);
  extendSleepOnShake(engine);
  // A film or clip that starts pauses the recording.
  document.addEventListener('play', () => engine.pause(), true);
  const stored = storedAudio.read();
  if (stored) engine.restore(stored);
  // The layout shows the small player while a recording is loaded, also after a reload.
  let lastTitle: AudioState['title'] | undefined;
  const syncStoredTitle = (): void => {
    const { title } = engine.get();
    if (title === lastTitle) return;
    lastTitle = title;
    storedAudio.write(title);
    nowPlaying.set(title !== null);
  };
  syncStoredTitle();
  engine.subscribe(syncStoredTitle);
  // The page stays until the next one has arrived: silence must not wait for it.
  addEventListener(EXIT_EVENT, engine.close);
  // The recording stops when another reader logs in.
  let userId = session.get()?.userId ?? null;
  session.subscribe(() => {
    const next = session.get()?.userId ?? null;
    if (userId !== null && next !== userId) engine.close();
    userId = next;
  });
  return engine;
};

/** The player of this tab; it keeps playing across page changes. */
export const audio: AudioEngine = start();

export const useAudio = (): AudioState => useSyncExternalStore(audio.subscribe, audio.get);
