import { type Blog, foldLetters, searchedNames, soundsOf } from '@satrangi/contracts';

/**
 * The posts that have every word of a search in title, author or excerpt; then those whose title and author sound like it
 * in another script (checklist BEY-03). All for an empty search.
 */
export const matchingBlogs = <T extends Pick<Blog, 'title' | 'author' | 'excerpt'>>(
  blogs: readonly T[],
  search = '',
): T[] => {
  const words = foldLetters(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [...blogs];
  const textOf = ({ title, author, excerpt }: T): string => foldLetters([title, author, excerpt].join('\n'));
  const hasLetters = (blog: T): boolean => {
    const text = textOf(blog);
    return words.every((word) => text.includes(word));
  };
  const names = searchedNames(search);
  const hasSounds = (blog: T): boolean => {
    const [text, stored] = [textOf(blog), new Set(soundsOf(`${blog.title} ${blog.author}`))];
    return names.every(
      ({ word, sounds }) => text.includes(word) || sounds.some((sound) => stored.has(sound)),
    );
  };
  const exact = blogs.filter(hasLetters);
  const sounding = names.length > 0 ? blogs.filter((blog) => !exact.includes(blog) && hasSounds(blog)) : [];
  return [...exact, ...sounding];
};
