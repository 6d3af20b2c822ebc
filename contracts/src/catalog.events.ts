import { z } from 'zod';
import { defineEvent } from './event.ts';
import { CoverArt, Format, MediaId, StoredMediaType } from './schemas.ts';

/**
 * Everything other services remember of an item: payments its prices, library its file and what to show of it.
 * The title belongs to a work, not to a person; it never travels together with a user id.
 */
export const mediaChanged = defineEvent(
  'catalog.media-changed.v1',
  'An item was made, edited, given a file or withdrawn. The whole of it; a higher version replaces a lower one.',
  z.object({
    mediaId: MediaId,
    mediaType: StoredMediaType,
    version: z.int().positive(),
    status: z.enum(['published', 'withdrawn']),
    title: z.string(),
    creator: z.string(),
    language: z.string(),
    formats: z.array(Format).min(1),
    cover: CoverArt.nullable(),
    thumbnailUrl: z.string().nullable(),
    priceINR: z.number().nullable(),
    priceUSD: z.number().nullable(),
    file: z
      .object({ key: z.string(), revision: z.string(), bytes: z.int(), pages: z.int(), mimeType: z.string() })
      .nullable()
      .describe('where the storage port keeps the bytes; `revision` is the start of their SHA-256'),
    previewPages: z.int().nullable(),
  }),
);

export const catalogSnapshotRequested = defineEvent(
  'catalog.snapshot-requested.v1',
  'A service starts with an empty memory: catalog announces every item again as media-changed.',
  z.object({ by: z.string() }),
);
