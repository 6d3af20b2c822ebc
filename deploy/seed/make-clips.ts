/**
 * Cuts the free clips of films and recordings in `files` again, from the finished ones: `node make-clips.ts [slug …]`, all by
 * default. Needs ffmpeg.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { readWebVtt } from './src/captions.ts';
import { clipOf } from './src/clip.ts';
import { filesFolder } from './src/recording.ts';
import { readAudioStories, readDocumentaries, readOralHistories, readShortFilms } from './src/seed-media.ts';
import { writeClip } from './studio/encode.ts';

const films = [...(await readShortFilms()), ...(await readDocumentaries())];
const recordings = [...(await readAudioStories()), ...(await readOralHistories())];
const pieces = [
  ...films.map(({ slug, language }) => ({ slug, language, ending: 'mp4', titleCues: 0 })),
  // the first cue is the title of the first chapter
  ...recordings.map(({ slug, language, sound }) => ({ slug, language, ending: sound, titleCues: 1 })),
];

const wanted = process.argv.slice(2);
for (const { slug, language, ending, titleCues } of pieces) {
  if (wanted.length > 0 && !wanted.includes(slug)) continue;
  const cues = readWebVtt(await readFile(join(filesFolder, `${slug}.${language}.vtt`), 'utf8'));
  const clip = clipOf(cues.slice(titleCues));
  const [path, clipPath] = [slug, `${slug}.preview`].map((name) => join(filesFolder, `${name}.${ending}`));
  await writeClip(path ?? '', clip, clipPath ?? '');
  process.stdout.write(`${slug}.preview.${ending} from ${clip.from} s, ${clip.seconds.toFixed(1)} s\n`);
}
