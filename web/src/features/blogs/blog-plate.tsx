import type { Blog } from '@satrangi/contracts';
import { postArt } from '@satrangi/contracts/pure';
import { Cover } from '@satrangi/kit';

/** The picture of a post, or a drawing. */
export function BlogPlate({ blog, className }: { blog: Blog; className?: string | undefined }) {
  const of = {
    title: blog.title,
    author: blog.author,
    language: 'en',
    cover: postArt(blog._id),
    thumbnailUrl: blog.image,
  };
  return <Cover of={of} shape="wide" className={className} />;
}
