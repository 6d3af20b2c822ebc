import { z } from 'zod';
import { shownShape } from './catalog.fields.ts';
import { collectionPages } from './media.ts';
import { Format, Instant, JoinedMediaType, MediaId } from './schemas.ts';
import { WAVEFORM, WAVEFORM_BARS } from './waveform.ts';

const CollectionPage = z.enum(collectionPages.map(({ page }) => page));

export const Waveform = z.string().regex(WAVEFORM, 'That waveform is not valid');

/**
 * The public view of an item of any kind (checklist CAT-13 to CAT-15, CAT-58). It never contains URLs of paid files:
 * `fileId` is the opaque revision of the file (changes when the file is replaced), `downloadUrl` is set for open
 * access PDFs only. Playback of films and stories is in the library's contract.
 */
export const MediaItem = z
  .object({
    _id: MediaId,
    mediaType: JoinedMediaType,
    ...shownShape,
    creator: z
      .string()
      .describe('who made it: author, director or speaker; the narrator only of a story without an author'),
    author: z.string().describe('the author; where a kind has none, `creator` again'),
    duration: z.number().nullable().describe('minutes: entered by the editor, else the duration of the file'),
    durationSeconds: z.number().nullable().describe('duration of the file'),
    priceINR: z.number().nullable().describe('rupees, derived at 88 when only dollars are set'),
    priceUSD: z.number().nullable().describe('dollars with cents, derived at 88 when only rupees are set'),
    isFree: z.boolean(),
    isForSale: z.boolean(),
    format: Format,
    page: CollectionPage.describe('the page of the shop that shows its collection'),
    thumbnailUrl: z.string().nullable(),
    coverUrl: z.string().nullable(),
    coverImage: z.string().nullable(),
    previewUrl: z.string().nullable().describe('a free sample: some pages as a PDF, or a short clip'),
    downloadUrl: z.string().nullable(),
    videoUrl: z
      .string()
      .nullable()
      .describe(
        'of a film with a file: its stream, the same URL for everyone, which authorizes each request',
      ),
    audioUrl: z.string().nullable().describe('the same of a recording'),
    fileId: z.string().nullable(),
    pages: z.int().nullable(),
    previewPages: z.int().nullable().describe('number of pages that are free to read'),
    contents: z
      .array(z.object({ title: z.string(), page: z.int() }))
      .optional()
      .describe('of a magazine: the pieces of the issue with their pages, from the outline of its file'),
    sampleStart: z
      .int()
      .optional()
      .describe('page of the file that is the first page of the sample; absent: the first page'),
    allowsDownload: z
      .literal(true)
      .optional()
      .describe('who buys the PDF may also download it; absent: reading in the browser only'),
    epubBytes: z
      .int()
      .optional()
      .describe('size of the EPUB that buyers may download beside the PDF; absent: no EPUB'),
    fileBytes: z.int().nullable(),
    fileMimeType: z.string().nullable(),
    waveform: Waveform.optional().describe(
      `of a recording: the mean power of ${WAVEFORM_BARS} equal parts, one character each from 0 to z; only in the answer for one item and in the list of oral histories of the archives, and absent when it was not measured`,
    ),
    previewStartsAt: z
      .number()
      .optional()
      .describe(
        'of a clip that is a part of the film or recording: where it begins there (seconds). It then has the captions of that part, in the same languages (decision 0179)',
      ),
    hasCaptions: z.boolean(),
    captionLanguages: z.array(z.string()).describe('BCP 47'),
    hasTranscript: z.boolean(),
    transcriptUrl: z.string().nullable().describe('a page on another site, or the stored transcript'),
    ratingAverage: z.number().nullable(),
    ratingCount: z.int(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'MediaItem' });
export type MediaItem = z.infer<typeof MediaItem>;

/** The view of an item for editors: the public view, the file location, and the draft that a PUT accepts. */
export const EditorItem = MediaItem.extend({
  fileId: z.string().nullable().describe('of a file in Drive: its id there'),
  driveLink: z.string().nullable(),
  driveFileId: z.string().nullable(),
  fileStore: z.enum(['disk', 'drive']).nullable(),
  driveState: z
    .enum(['waiting', 'ok', 'no-access', 'not-found', 'wrong-type'])
    .nullable()
    .describe('the result of the Drive check; `waiting` until the first check'),
  hasPreview: z.boolean(),
  epubBytes: z.int().optional().describe('size of the EPUB, also before buyers may download it'),
  hasWaveform: z.boolean(),
  creatorId: z.string().nullable(),
  version: z.int().describe('counts every write, ratings included'),
  draftRevision: z
    .string()
    .describe('changes with every edit of the draft: send it as `If-Match` with the PUT'),
  warnings: z.array(z.string()).describe('quality problems that did not refuse the save'),
  draft: z.record(z.string(), z.unknown()).describe('as `MediaDraft`; prices as typed'),
}).meta({ id: 'EditorItem' });
export type EditorItem = z.infer<typeof EditorItem>;

export const DELETED_MAX = 200;
/** A line of the list of deleted items. */
export const DeletedItem = MediaItem.pick({ _id: true, mediaType: true, title: true, creator: true }).extend({
  deletedAt: Instant,
});
export type DeletedItem = z.infer<typeof DeletedItem>;
