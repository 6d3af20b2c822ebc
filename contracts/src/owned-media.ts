import { z } from 'zod';
import { CoverArt, JoinedMediaType, MediaId } from './schemas.ts';

/** Copy of an item at the time of the grant: the shelf stays complete when the catalog withdraws the item. */
export const OwnedMedia = z.object({
  _id: MediaId,
  title: z.string(),
  author: z.string(),
  language: z.string(),
  mediaType: JoinedMediaType,
  cover: CoverArt.nullable(),
  thumbnailUrl: z.string().nullable(),
  pages: z.int().nullable(),
});
export type OwnedMedia = z.infer<typeof OwnedMedia>;
