import type { Blog } from '@satrangi/contracts';
import { screen } from '@testing-library/react';

export const AT = '2026-11-20T10:00:00.000Z';

export const LINK = 'https://docs.google.com/document/d/1234567890abc/edit';

export const post = (id: string, values: Partial<Blog> = {}): Blog => ({
  _id: id,
  title: `Post ${id}`,
  author: 'Meera Sahni',
  image: null,
  excerpt: 'A beginning.',
  content: '<p>A whole text.</p>',
  published: true,
  publishedAt: AT,
  updatedAt: AT,
  ...values,
});

export const posts = [post('one'), post('two', { published: false, publishedAt: null, author: 'Ira' })];

/** The form comes as a chunk of its own. */
export const form = () => screen.findByRole('form', undefined, { timeout: 10_000 });
