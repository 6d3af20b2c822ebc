import { type Blog, foldLetters } from '@satrangi/contracts';

/** The posts that have every word of a search in title, author or excerpt, in any script; all for an empty search. */
export const matchingBlogs = <T extends Pick<Blog, 'title' | 'author' | 'excerpt'>>(
  blogs: readonly T[],
  search = '',
): T[] => {
  const words = foldLetters(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [...blogs];
  return blogs.filter(({ title, author, excerpt }) => {
    const text = foldLetters([title, author, excerpt].join('\n'));
    return words.every((word) => text.includes(word));
  });
};
