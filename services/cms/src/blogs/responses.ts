import type { Blog } from '@satrangi/contracts';
import { plainText } from '../texts/plain-text.ts';
import { sanitizeRichText } from '../texts/sanitize.ts';
import type { TextsStore } from '../texts/texts.store.ts';
import { excerptOf, type StoredBlog } from './blogs.rules.ts';

/** Posts in their public view. The text is sanitised again: a tightened allow-list applies to older texts too. */
export const blogResponses = async (texts: TextsStore, blogs: readonly StoredBlog[]): Promise<Blog[]> => {
  const read = await texts.read(blogs.map(({ text }) => text));
  return blogs.map(({ _id, title, author, image, excerpt, text, published, publishedAt, updatedAt }) => {
    const content = sanitizeRichText(read(text));
    return {
      _id,
      title,
      author,
      image,
      excerpt: excerpt || excerptOf(plainText(content)),
      content,
      published,
      publishedAt,
      updatedAt,
    };
  });
};

export const blogResponse = async (texts: TextsStore, blog: StoredBlog): Promise<Blog> => {
  const [response] = await blogResponses(texts, [blog]);
  if (!response) throw new Error('one post has one answer');
  return response;
};
