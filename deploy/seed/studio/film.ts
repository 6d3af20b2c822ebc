import type { MediaKind } from '@satrangi/contracts';
import type { Cue } from '../src/captions.ts';
import { sentencesOf } from '../src/narration.ts';
import type { Film, Voice } from '../src/seed-media.ts';
import { captionLanguagesOf, type FilmChapter } from '../src/storyboard.ts';
import { endCard, titleCard } from './cards.ts';
import { eased } from './inks.ts';
import { pictureAt } from './pictures.ts';
import { laidOver, type Sound } from './sound.ts';
import { speak } from './speech.ts';
import { underFilm } from './strings.ts';
import { type Timeline, timeline } from './timeline.ts';

const TITLE_SECONDS = 3.2;
const END_SECONDS = 2.8;
const CHANGE_SECONDS = 0.6;

type Shot = {
  readonly from: number;
  readonly enters: keyof typeof entrances;
  readonly draw: (seconds: number) => string;
};

/** How a shot comes over the one before it: the part of it that is visible, from 0 to 1, as a style. */
const entrances = {
  right: (shown: number): string => `clip-path:inset(0 0 0 ${(100 - shown * 100).toFixed(1)}%)`,
  left: (shown: number): string => `clip-path:inset(0 ${(100 - shown * 100).toFixed(1)}% 0 0)`,
  circle: (shown: number): string => `clip-path:circle(${(shown * 60).toFixed(1)}% at 50% 50%)`,
  fade: (shown: number): string => `opacity:${shown.toFixed(3)}`,
} as const;
const inTurn = ['right', 'fade', 'left', 'fade'] as const;

/** A film before rendering: audio, shots and captions. */
export type CutFilm = {
  readonly sound: Sound;
  readonly seconds: number;
  readonly chapters: readonly { title: string; startSeconds: number }[];
  readonly captions: Readonly<Record<string, readonly Cue[]>>;
  /** HTML of the frame at a second. */
  readonly frameAt: (seconds: number) => string;
};

const frameOf =
  (shots: readonly Shot[]) =>
  (seconds: number): string => {
    const index = shots.findLastIndex(({ from }) => from <= seconds);
    const shot = shots[index];
    const before = shots[index - 1];
    if (!shot) return '';
    const within = seconds - shot.from;
    const shown = before ? eased(within, 0, CHANGE_SECONDS) : 1;
    const layer = (html: string, style: string): string =>
      `<div class="layer" style="${style}">${html}</div>`;
    if (!before || shown === 1) return layer(shot.draw(within), '');
    return (
      layer(before.draw(seconds - before.from), '') + layer(shot.draw(within), entrances[shot.enters](shown))
    );
  };

type Span = { readonly start: number; readonly end: number };

/** Synthesizes a scene sentence by sentence. @returns their times */
const speakScene = async (line: Timeline, spoken: string, voice: Voice): Promise<Span[]> => {
  const sounds = await Promise.all(sentencesOf(spoken).map((sentence) => speak(sentence, voice)));
  return sounds.map((sound, index) => {
    if (index) line.wait(0.3);
    const start = line.now();
    line.play(sound);
    return { start, end: line.now() + 0.25 };
  });
};

/** A caption for each sentence where both languages have the same number, else one for the scene. */
const captionsOf = (spans: readonly Span[], text: string): Cue[] => {
  const sentences = sentencesOf(text);
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return [];
  if (sentences.length !== spans.length) return [{ start: first.start, end: last.end, text }];
  return spans.map((span, index) => ({ ...span, text: sentences[index] ?? '' }));
};

/** Synthesizes the scenes, times the shots by the speech, and mixes in music. */
export const cutFilm = async (
  film: Film,
  kind: MediaKind,
  chapters: readonly FilmChapter[],
): Promise<CutFilm> => {
  const line = timeline();
  const languages = captionLanguagesOf(chapters, film.language);
  const captions: Record<string, Cue[]> = Object.fromEntries(languages.map((language) => [language, []]));
  const director = film.directorOwnScript ?? film.director;
  const shots: Shot[] = [
    { from: 0, enters: 'fade', draw: (s) => titleCard(kind.pigment, film.title, director, s) },
  ];
  for (const [index, { title, scenes }] of chapters.entries()) {
    line.chapter(title);
    if (index === 0) line.wait(TITLE_SECONDS);
    for (const [place, { picture, spoken, translations }] of scenes.entries()) {
      const [from, number] = [line.now(), shots.length];
      line.wait(0.6);
      const spans = await speakScene(line, spoken, film.voice);
      for (const language of languages)
        captions[language]?.push(...captionsOf(spans, translations[language] ?? spoken));
      line.wait(0.7);
      const shot = { number, length: line.now() - from };
      const enters = place === 0 ? 'circle' : (inTurn[number % inTurn.length] ?? 'fade');
      shots.push({ from, enters, draw: (s) => pictureAt(picture, shot, s) });
    }
  }
  shots.push({ from: line.now(), enters: 'fade', draw: endCard });
  line.wait(END_SECONDS);
  const strings = underFilm(line.now(), film.slug.length * 7_919);
  const sound = laidOver(line.sound(), strings, 0.3, 0.55).slice(0, line.sound().length);
  return {
    sound,
    seconds: line.now(),
    chapters: line.chapters,
    captions,
    frameAt: frameOf(shots),
  };
};
