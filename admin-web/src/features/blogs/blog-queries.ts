import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** The exact sentences of the tab (checklist ADM-30, ADM-31). */
export const blogTexts = {
  loadFailed: 'Failed to load blogs',
  saveFailed: 'Failed to save blog',
  deleteFailed: 'Failed to delete blog',
  previewFailed: 'Preview failed',
  importFailed: 'Import failed',
  linkMissing: 'Paste a Google Docs link first',
} as const;

/** The key of the acts that are held back: `blog:ID`. */
export const HELD_PREFIX = 'blog:';

/** Every post without its text, newest first. */
export const blogsQuery = queryOptions({
  queryKey: ['blogs', 'list'],
  queryFn: ({ signal }) => api.cms.listBlogs({ query: { all: '1', brief: '1' } }, { signal }),
});

export const blogQuery = (id: string) =>
  queryOptions({
    queryKey: ['blogs', 'one', id],
    queryFn: ({ signal }) => api.cms.getBlog({ params: { id }, query: { all: '1' } }, { signal }),
  });
