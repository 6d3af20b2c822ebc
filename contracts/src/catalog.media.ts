import { z } from 'zod';
import { collectionPages } from './media.ts';
import { Collection, CoverArt, Format, Instant, JoinedMediaType, MediaId } from './schemas.ts';

export const StaffNote = z.object({ text: z.string(), by: z.string() });
export const Chapter = z.object({ title: z.string(), startSeconds: z.number() });
export type Chapter = z.infer<typeof Chapter>;
const CollectionPage = z.enum(collectionPages.map(({ page }) => page));

/**
 * The public view of an item of any kind (checklist CAT-13 to CAT-15, CAT-58). It never contains URLs of paid files:
 * `fileId` is the opaque revision of the file (changes when the file is replaced), `downloadUrl` is set for open
 * access PDFs only. Playback of films and stories is in the library's contract.
 */
export const MediaItem = z
  .object({
    _id: MediaId,
    mediaType: JoinedMediaType,
    title: z.string(),
    altTitle: z.string().nullable(),
    creator: z
      .string()
      .describe('who made it: author, director or speaker; the narrator only of a story without an author'),
    author: z.string().describe('the author; where a kind has none, `creator` again'),
    authorPronouns: z.string().nullable(),
    director: z.string().nullable(),
    narrator: z.string().nullable(),
    speaker: z.string().nullable(),
    cast: z.array(z.string()),
    awards: z.string().nullable(),
    tagline: z.string().nullable(),
    description: z.string(),
    longDescription: z.string().nullable(),
    moreInfo: z.string().nullable(),
    year: z.int().nullable(),
    duration: z.number().nullable().describe('minutes: entered by the editor, else the duration of the file'),
    durationSeconds: z.number().nullable().describe('duration of the file'),
    issueNumber: z.string().nullable(),
    language: z.string().describe('BCP 47, of the work itself'),
    genres: z.array(z.string()),
    tags: z.array(z.string()),
    contentNotes: z.array(z.string()),
    staffNote: StaffNote.nullable(),
    priceINR: z.number().nullable().describe('rupees, derived at 88 when only dollars are set'),
    priceUSD: z.number().nullable().describe('dollars with cents, derived at 88 when only rupees are set'),
    isFree: z.boolean(),
    isForSale: z.boolean(),
    formats: z.array(Format).describe('the first is primary'),
    format: Format,
    collection: Collection,
    page: CollectionPage.describe('the page of the shop that shows its collection'),
    featured: z.boolean(),
    cover: CoverArt.nullable().describe('a drawn cover; used when there is no thumbnail'),
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
    fileBytes: z.int().nullable(),
    fileMimeType: z.string().nullable(),
    chapters: z.array(Chapter),
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
