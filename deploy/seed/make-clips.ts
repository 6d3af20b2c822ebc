/**
 * Cuts the free clips of films and recordings in `files` again, from the finished ones: `node make-clips.ts [slug …]`, all by
 * default. Needs ffmpeg.
 */
import { join } from 'node:path';
import process from 'node:process';
import { readClip } from './src/clip.ts';
import { filesFolder } from './src/recording.ts';
import { readAudioStories, readDocumentaries, readOralHistories, readShortFilms } from './src/seed-media.ts';
import { writeClip } from './studio/encode.ts';

const films = [...(await readShortFilms()), ...(await readDocumentaries())];
const recordings = [...(await readAudioStories()), ...(await readOralHistories())];
const pieces = [
  ...films.map(({ slug, language }) => ({ slug, language, ending: 'mp4' })),
  ...recordings.map(({ slug, language, sound }) => ({ slug, language, ending: sound })),
];

const wanted = process.argv.slice(2);
for (const piece of pieces) {
  const { slug, ending } = piece;
  if (wanted.length > 0 && !wanted.includes(slug)) continue;
  const clip = await readClip(piece);
  const [path, clipPath] = [slug, `${slug}.preview`].map((name) => join(filesFolder, `${name}.${ending}`));
  await writeClip(path ?? '', clip, clipPath ?? '');
  process.stdout.write(`${slug}.preview.${ending} from ${clip.from} s, ${clip.seconds.toFixed(1)} s\n`);
}
