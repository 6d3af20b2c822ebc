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
const WIPE_SECONDS = 0.5;

type Shot = { readonly from: number; readonly draw: (seconds: number) => string };

/** A film before rendering: audio, shots and captions. */
export type CutFilm = {
  readonly sound: Sound;
  readonly seconds: number;
  readonly chapters: readonly { title: string; startSeconds: number }[];
  readonly captions: Readonly<Record<string, readonly Cue[]>>;
  /** HTML of the frame at a second; a new shot slides in from the right. */
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
    const gone = eased(within, 0, WIPE_SECONDS) * 100;
    const layer = (html: string, clip: number): string =>
      `<div class="layer" style="clip-path:inset(0 0 0 ${clip.toFixed(1)}%)">${html}</div>`;
    const under = before && gone < 100 ? layer(before.draw(seconds - before.from), 0) : '';
    return under + layer(shot.draw(within), before ? 100 - gone : 0);
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
  const shots: Shot[] = [{ from: 0, draw: (s) => titleCard(kind.pigment, film.title, director, s) }];
  for (const [index, { title, scenes }] of chapters.entries()) {
    line.chapter(title);
    if (index === 0) line.wait(TITLE_SECONDS);
    for (const { picture, spoken, translations } of scenes) {
      shots.push({ from: line.now(), draw: (s) => pictureAt(picture, s) });
      line.wait(0.6);
      const spans = await speakScene(line, spoken, film.voice);
      for (const language of languages)
        captions[language]?.push(...captionsOf(spans, translations[language] ?? spoken));
      line.wait(0.7);
    }
  }
  shots.push({ from: line.now(), draw: endCard });
  line.wait(END_SECONDS);
  const strings = underFilm(line.now(), film.slug.length * 7_919);
  const sound = laidOver(line.sound(), strings, 0.3, 0.55).slice(0, line.sound().length);
  return { sound, seconds: line.now(), chapters: line.chapters, captions, frameAt: frameOf(shots) };
};
