import { articlesOf } from '../articles-of.ts';

export const about = articlesOf(
  import.meta.glob<string>('./about.*.html', { query: '?raw', import: 'default', eager: true }),
);
