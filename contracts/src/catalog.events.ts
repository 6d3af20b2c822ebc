import { z } from 'zod';
import { defineEvent } from './event.ts';
import { CoverArt, Format, MediaId, StoredMediaType } from './schemas.ts';

/** A file in the storage port. */
const StoredMediaFile = z.object({
  key: z.string(),
  revision: z.string(),
  bytes: z.int(),
  mimeType: z.string(),
});

/**
 * Everything other services project of an item: payments its prices, library its file and display fields.
 * The title belongs to a work, not to a person; no event carries a title and a user id.
 */
export const mediaChanged = defineEvent(
  'catalog.media-changed.v1',
  'An item was created, edited, given a file or withdrawn. Carries the whole item; a higher version replaces a lower one.',
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
      .object({
        key: z.string(),
        revision: z.string(),
        bytes: z.int().describe('0 until Drive reports the size'),
        pages: z.int().describe('0 for films and audio'),
        mimeType: z.string(),
        store: z.enum(['disk', 'drive']).optional().describe('absent: disk'),
        driveFileId: z.string().optional(),
        durationSeconds: z.number().optional(),
      })
      .nullable()
      .describe('location in the storage port (`key`, for both stores); `revision` changes with the bytes'),
    deliverable: z
      .boolean()
      .optional()
      .describe('absent: true. False while there is no file to deliver: the item is not for sale'),
    previewPages: z.int().nullable(),
    sampleStart: z
      .int()
      .positive()
      .optional()
      .describe('page of the file at which the sample begins; absent: the first page'),
    allowsDownload: z.literal(true).optional().describe('buyers may download the PDF; absent: they may not'),
    submissionId: z.string().optional().describe('the submission the item was made of'),
    preview: StoredMediaFile.extend({
      durationSeconds: z.number().optional(),
      startsAt: z.number().optional().describe('where it begins in the whole (seconds)'),
    })
      .nullable()
      .optional()
      .describe('a free clip of a film or audio item'),
    epub: StoredMediaFile.optional().describe('the EPUB of an ebook, beside its PDF; absent: none'),
    captions: z
      .array(StoredMediaFile.extend({ language: z.string() }))
      .optional()
      .describe('WebVTT, one file for each language'),
    transcript: StoredMediaFile.nullable().optional().describe('plain text, UTF-8'),
    chapters: z.array(z.object({ title: z.string(), startSeconds: z.number() })).optional(),
  }),
);

export const catalogSnapshotRequested = defineEvent(
  'catalog.snapshot-requested.v1',
  'A service has an empty projection: catalog publishes every item again as media-changed.',
  z.object({ by: z.string() }),
);
