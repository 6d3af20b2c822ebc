/**
 * Generates the short films and documentaries in `files`: `node make-films.ts [slug …]`, all by default. Needs
 * espeak-ng, ffmpeg and Chromium (`CHROMIUM`, or /usr/bin/chromium); the files are committed so that seeding does not.
 */
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { kindOf, type MediaKind } from '@satrangi/contracts';
import { type Browser, chromium } from 'playwright-core';
import { webVtt } from './src/captions.ts';
import { clipOf } from './src/clip.ts';
import { filesFolder, type Recording, recordingText, wordsSha256 } from './src/recording.ts';
import { type Film, readDocumentaries, readShortFilms, readText } from './src/seed-media.ts';
import { narrationOf, readStoryboard } from './src/storyboard.ts';
import { durationOf, writeClip, writeMp4, writeWav } from './studio/encode.ts';
import { cutFilm } from './studio/film.ts';
import { FRAMES_A_SECOND, photograph } from './studio/photograph.ts';
import { fontCss } from './typeset/fonts.ts';

const make = async (browser: Browser, film: Film, kind: MediaKind, workshop: string): Promise<void> => {
  const chapters = readStoryboard(await readText(kind.stored, film.slug));
  const { sound, seconds, frameAt, captions, chapters: starts } = await cutFilm(film, kind, chapters);
  const fonts = await fontCss(`${film.title} ${film.director} ${film.directorOwnScript ?? ''} Satrangi`);
  const wav = join(workshop, `${film.slug}.wav`);
  const path = join(workshop, `${film.slug}.mp4`);
  const clip = join(workshop, `${film.slug}.preview.mp4`);
  await writeWav(sound, wav);
  await writeMp4(photograph(browser, fonts, seconds, frameAt), FRAMES_A_SECOND, wav, path);
  await writeClip(path, clipOf(captions[film.language] ?? []), clip);
  for (const made of [path, clip]) await copyFile(made, join(filesFolder, basename(made)));
  for (const [language, cues] of Object.entries(captions))
    await writeFile(join(filesFolder, `${film.slug}.${language}.vtt`), webVtt(cues));
  const recording: Recording = {
    durationSeconds: Math.round((await durationOf(path)) * 10) / 10,
    chapters: [...starts],
    captionLanguages: Object.keys(captions),
    wordsSha256: wordsSha256(narrationOf(chapters)),
  };
  await writeFile(join(filesFolder, `${film.slug}.json`), recordingText(recording));
  process.stdout.write(`${film.slug}.mp4 ${recording.durationSeconds} s\n`);
};

const wanted = process.argv.slice(2);
const isWanted = ({ slug }: Film): boolean => wanted.length === 0 || wanted.includes(slug);
const workshop = await mkdtemp(join(tmpdir(), 'films-'));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  for (const film of (await readShortFilms()).filter(isWanted))
    await make(browser, film, kindOf('short-film'), workshop);
  for (const film of (await readDocumentaries()).filter(isWanted))
    await make(browser, film, kindOf('documentary'), workshop);
} finally {
  await browser.close();
  await rm(workshop, { recursive: true });
}
