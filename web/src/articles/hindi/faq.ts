import { articlesOf } from '../articles-of.ts';

export const faq = articlesOf(
  import.meta.glob<string>('./faq.*.html', { query: '?raw', import: 'default', eager: true }),
);
