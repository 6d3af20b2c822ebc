import type { Cue } from './captions.ts';

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
