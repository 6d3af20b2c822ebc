import type { Cue } from '../src/captions.ts';
import { joined, type Sound, secondsOf, silence } from './sound.ts';

/** An append-only recording with the start times of its chapters and captions. */
export const timeline = () => {
  const sounds: Sound[] = [];
  const chapters: { title: string; startSeconds: number }[] = [];
  const cues: Cue[] = [];
  let seconds = 0;
  const add = (sound: Sound): void => {
    sounds.push(sound);
    seconds += secondsOf(sound);
  };
  return {
    now: () => seconds,
    play: add,
    wait: (length: number) => add(silence(length)),
    chapter: (title: string) => {
      chapters.push({ title, startSeconds: Math.round(seconds * 10) / 10 });
    },
    /** Appends a sentence with its caption. */
    addSpeech: (sound: Sound, text: string) => {
      cues.push({ start: seconds, end: seconds + secondsOf(sound) + 0.15, text });
      add(sound);
    },
    sound: () => joined(sounds),
    chapters,
    cues,
  };
};
export type Timeline = ReturnType<typeof timeline>;
