import type { JoinedMediaType } from './media.ts';

/** Pixels of the drawn preview images. */
export const previewSize = { width: 1200, height: 630 } as const;

/** The drawn preview image for items without a picture of their own; `web/make-previews.ts` draws them. */
export const previewImage = (kind: JoinedMediaType | 'blog' | 'page' | 'run'): string =>
  `/preview-${kind}.png`;

export const isPreviewImage = (path: string): boolean => /^\/preview-\w+\.png$/.test(path);
