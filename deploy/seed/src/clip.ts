import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cue, readWebVtt } from './captions.ts';
import { filesFolder } from './recording.ts';

const LONGEST_CLIP_SECONDS = 15;
/** A clip that ended with an earlier sentence would be too short to be heard into. */
const SHORTEST_CLIP_SECONDS = 8;

/** A part of a recording (seconds). */
export type Clip = { readonly from: number; readonly seconds: number };

/** The free clip of a recording: from the first sentence of the story, after its title, to the end of a sentence. */
export const clipOf = (sentences: readonly Cue[]): Clip => {
  const from = sentences[0]?.start ?? 0;
  const last = sentences.findLast(({ end }) => end - from <= LONGEST_CLIP_SECONDS);
  const seconds = (last?.end ?? from) - from;
  return { from, seconds: seconds < SHORTEST_CLIP_SECONDS ? LONGEST_CLIP_SECONDS : seconds };
};

/** A stored film or recording: `ending` of its file. */
type Stored = { readonly slug: string; readonly language: string; readonly ending: string };

/** The free clip of a stored film or recording. */
export const readClip = async ({ slug, language, ending }: Stored): Promise<Clip> => {
  const cues = readWebVtt(await readFile(join(filesFolder, `${slug}.${language}.vtt`), 'utf8'));
  // the first cue of a recording is the title of the first chapter
  return clipOf(ending === 'mp4' ? cues : cues.slice(1));
};
