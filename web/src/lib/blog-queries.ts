import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** Published posts of the blog. */
export const blogQueries = {
  /** All posts, newest first, without their texts. */
  list: () =>
    queryOptions({
      queryKey: ['cms', 'blogs'],
      queryFn: () => api.cms.listBlogs({ query: { brief: '1' } }),
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: ['cms', 'blog', id],
      queryFn: () => api.cms.getBlog({ params: { id }, query: {} }),
    }),
};

/** Live messages after which posts are loaded again. */
export const blogLivePrefixes = ['blog-', 'cms-deployed'] as const;
