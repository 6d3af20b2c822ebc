import { z } from 'zod';
import { defineApi } from './endpoint.ts';

/** Bytes of one picture (checklist CMS-36). */
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024;
/** Pixels of one side. */
export const IMAGE_MAX_SIDE = 12_000;

export const imageTexts = {
  missing: 'Choose a JPG, PNG, WebP or GIF image',
  other: 'Image must be a JPG, PNG, WebP or GIF file.',
  tooManyPixels: `Image can be at most ${IMAGE_MAX_SIDE} pixels wide and high.`,
  notFound: 'Image not found',
} as const;

export const imagesApi = defineApi({
  uploadImage: {
    method: 'POST',
    path: '/cms/upload-image',
    access: 'admin',
    kind: 'upload',
    files: ['image'],
    bodyLimit: IMAGE_MAX_BYTES,
    status: 201,
    summary:
      'Stores a picture for sections, posts and letters: JPG, PNG, WebP or GIF by its bytes, at most 5 MB, without its metadata, under a random name (checklist CMS-10, CMS-36)',
    response: z.object({ url: z.string(), width: z.int(), height: z.int() }),
    problems: ['validation-failed', 'too-large', 'unsupported-media-type'],
  },
  getImage: {
    method: 'GET',
    path: '/cms/images/:name',
    access: 'public',
    kind: 'stream',
    rate: 'cheap',
    summary: 'A picture; its bytes never change (checklist CMS-36)',
    params: z.object({ name: z.string().regex(/^[\w-]{1,64}\.\w{1,5}$/, 'That name is not valid') }),
    response: z.unknown(),
    problems: ['not-found'],
  },
});
