import type { Blog } from '@satrangi/contracts';
import { type CoverArt, coverMotifs, hashOf } from '@satrangi/contracts/pure';
import { Cover } from '@satrangi/kit';

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

/** A drawing for a post without a picture: always the same one for a post. */
const artOf = (id: string): CoverArt => {
  const seed = hashOf(id);
  const [ground, figure, accent] = palettes[seed % palettes.length] ?? palettes[0];
  const motif = coverMotifs[Math.floor(seed / palettes.length) % coverMotifs.length] ?? coverMotifs[0];
  return { motif, ground, figure, accent };
};

/** The picture of a post, or a drawing. */
export function BlogPlate({ blog, className }: { blog: Blog; className?: string | undefined }) {
  const of = {
    title: blog.title,
    author: blog.author,
    language: 'en',
    cover: artOf(blog._id),
    thumbnailUrl: blog.image,
  };
  return <Cover of={of} shape="still" className={className} />;
}
