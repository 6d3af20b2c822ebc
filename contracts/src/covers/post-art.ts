import { type CoverArt, coverMotifs } from '../cover-art.ts';
import { hashOf } from './hash.ts';

/** Pigments that stay apart in every colour vision. */
const palettes = [
  ['neel', 'haldi', 'gulmohar'],
  ['haldi', 'jamun', 'anaar'],
  ['anaar', 'haldi', 'neem'],
  ['firoza', 'haldi', 'jamun'],
  ['neem', 'jamun', 'haldi'],
  ['jamun', 'gulmohar', 'haldi'],
  ['gulmohar', 'neel', 'haldi'],
] as const;

/** The drawing of a post without a picture: always the same one for a post. */
export const postArt = (id: string): CoverArt => {
  const seed = hashOf(id);
  const [ground, figure, accent] = palettes[seed % palettes.length] ?? palettes[0];
  const motif = coverMotifs[Math.floor(seed / palettes.length) % coverMotifs.length] ?? coverMotifs[0];
  return { motif, ground, figure, accent };
};
