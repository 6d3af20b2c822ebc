import { z } from 'zod';
import { StaffNote } from './catalog.media.ts';
import { DRIVE_LINK_INVALID, driveFileIdOf } from './drive.ts';
import { collectionOfPage, formats, type MediaKind } from './media.ts';
import { AnyMediaType, Collection, CoverArt } from './schemas.ts';

/** The validation sentence of each field of a draft (checklist CAT-21, CAT-25 to CAT-29). */
export const draftTexts = {
  title: 'Title required',
  description: 'Description required',
  format: 'Format required',
  price: 'Price must be a number of at least 0',
  author: 'Author required',
  director: 'Director required',
  audioUrl: 'Audio URL required',
  videoUrl: 'Video URL required',
  url: 'That address is not valid. It must begin with https://',
  kind: 'That media type belongs to another collection',
  page: 'Page must be Digital Library or Archives',
  chapters: 'Chapters must stand in order, each with a title',
} as const;

const text = (max: number) => z.string().trim().max(max, `That is too long: at most ${max} characters`);
const required = (max: number, sentence: string) =>
  z.string(sentence).trim().min(1, sentence).max(max, `That is too long: at most ${max} characters`);
const optionalText = (max: number) =>
  text(max)
    .transform((value) => value || null)
    .nullable()
    .default(null);
/** A list, or a text with commas. */
const words = (max: number, length = 60) =>
  z
    .preprocess(
      (value) =>
        typeof value === 'string'
          ? value
              .split(',')
              .map((word) => word.trim())
              .filter(Boolean)
          : (value ?? []),
      z.array(text(length).min(1)).max(max),
    )
    .default([]);
const DraftFormat = z.enum(formats, draftTexts.format);
const Price = z
  .number(draftTexts.price)
  .min(0, draftTexts.price)
  .max(1_000_000, 'Price must be at most 1000000')
  .nullable()
  .default(null);
const isWebAddress = (value: string): boolean => {
  if (!/^https:\/\/[^\s\\@]+$/.test(value)) return false;
  return URL.canParse(value);
};
/** A URL that is shown or stored and never fetched. Empty becomes null. */
const WebAddress = text(2_000)
  .transform((value) => value || null)
  .refine((value) => value === null || isWebAddress(value), draftTexts.url)
  .nullable()
  .default(null);
/** The URL of an external picture. The item's own picture, which the form sends back, becomes null. */
const PictureAddress = text(2_000)
  .transform((value) => (value === '' || value.startsWith('/api/') ? null : value))
  .refine((value) => value === null || isWebAddress(value), draftTexts.url)
  .nullable()
  .default(null);
const DriveLink = text(2_000)
  .transform((value) => value || null)
  .refine((value) => value === null || driveFileIdOf(value) !== null, DRIVE_LINK_INVALID)
  .nullable()
  .default(null);

const fields = z.object({
  slug: z
    .string()
    .regex(/^[a-z0-9-]{1,80}$/)
    .optional()
    .describe('unique key of imports; a second create with it returns the first item'),
  mediaType: AnyMediaType.optional().describe('stored or joined spelling; must be the kind of this route'),
  title: required(300, draftTexts.title),
  altTitle: optionalText(300),
  author: optionalText(200).describe('required for ebook and magazine'),
  authorPronouns: optionalText(60),
  director: optionalText(200).describe('required for short film and documentary'),
  narrator: optionalText(200),
  speaker: optionalText(200),
  cast: words(60, 200).describe('a list, or a text with commas'),
  awards: optionalText(1_000),
  creatorId: z
    .string()
    .max(64)
    .nullable()
    .default(null)
    .describe('user who sees it in the creator dashboard'),
  submissionId: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'That submission is not valid')
    .nullable()
    .default(null)
    .describe('the submission it was made of: its author reads where it is published (checklist PUB-22)'),
  tagline: optionalText(300),
  description: required(5_000, draftTexts.description),
  longDescription: optionalText(20_000),
  moreInfo: optionalText(20_000),
  year: z.int().min(1000).max(3000).nullable().default(null),
  duration: z.number().min(0).max(100_000).nullable().default(null).describe('minutes'),
  issueNumber: z
    .union([text(40), z.number().transform(String)])
    .transform((value) => value || null)
    .nullable()
    .default(null),
  language: text(35).min(2).default('en'),
  genres: words(20),
  tags: words(40),
  contentNotes: words(20),
  staffNote: StaffNote.nullable().default(null),
  priceINR: Price,
  priceUSD: Price,
  format: DraftFormat.optional().describe('short for `formats` with one entry'),
  formats: z.array(DraftFormat).min(1, draftTexts.format).max(4).optional(),
  collection: Collection.optional(),
  page: text(60).optional().describe("'Digital Library' (default) or 'Archives': names the collection"),
  featured: z.boolean().default(false),
  cover: CoverArt.nullable().default(null),
  thumbnailUrl: PictureAddress.describe(
    'external picture: stored for editors, never shown to readers; upload the picture to show it',
  ),
  flipbookPages: z.int().min(1).max(500).nullable().default(null),
  driveLink: DriveLink.describe('makes the Drive file the file of the item'),
  audioUrl: WebAddress.describe('a Drive link becomes `driveLink`; any other URL is stored only'),
  videoUrl: WebAddress.describe('as `audioUrl`'),
  pdfUrl: WebAddress.describe('as `audioUrl`'),
  fileFollows: z
    .boolean()
    .default(false)
    .describe('the file of a new film, story or history will be uploaded: no URL is required'),
  chapters: z
    .array(
      z.object({ title: required(200, draftTexts.chapters), startSeconds: z.number().min(0).max(360_000) }),
    )
    .max(300)
    .default([]),
  transcript: text(200_000)
    .transform((value) => value || null)
    .nullable()
    .default(null)
    .describe('plain text'),
  transcriptUrl: WebAddress.describe('a transcript on another site'),
});
type Fields = z.output<typeof fields>;

/** What an editor sends of an item of any kind. Unknown fields are ignored; ratings and files have their own endpoints. */
export type MediaDraft = Fields;

/** The first Drive link of a draft: `driveLink`, or the URL of its video, audio or PDF. */
export const driveLinkIn = (
  draft: Pick<Fields, 'driveLink' | 'videoUrl' | 'audioUrl' | 'pdfUrl'>,
): string | null =>
  [draft.driveLink, draft.videoUrl, draft.audioUrl, draft.pdfUrl].find(
    (link) => link && driveFileIdOf(link),
  ) ?? null;

const addIssue = (context: z.RefinementCtx, field: string, message: string): void => {
  context.addIssue({ code: 'custom', message, path: [field] });
};

/**
 * The draft schema of one kind. A film or story with a stored file needs no URL. Only the service has that
 * information, so it checks with `missingMedia`.
 */
export const draftOfKind = (kind: MediaKind) =>
  fields.superRefine((draft, context) => {
    if (!draft.format && !draft.formats) addIssue(context, 'format', draftTexts.format);
    if (draft.mediaType && draft.mediaType !== kind.stored) addIssue(context, 'mediaType', draftTexts.kind);
    if (draft.page !== undefined && !collectionOfPage(draft.page)) addIssue(context, 'page', draftTexts.page);
    if (kind.creator === 'author' && !draft.author) addIssue(context, 'author', draftTexts.author);
    if (kind.creator === 'director' && !draft.director) addIssue(context, 'director', draftTexts.director);
    const starts = draft.chapters.map(({ startSeconds }) => startSeconds);
    if (starts.some((start, n) => n > 0 && start <= (starts[n - 1] ?? 0)))
      addIssue(context, 'chapters', draftTexts.chapters);
  });

/** The validation sentence for a film or audio item without a file or URL, or null (checklist CAT-28, CAT-29). */
export const missingMedia = (kind: MediaKind, draft: Fields, hasUploadedFile: boolean): string | null => {
  if (kind.file === 'pdf' || hasUploadedFile || draft.fileFollows || driveLinkIn(draft)) return null;
  if (kind.file === 'video') return draft.videoUrl ? null : draftTexts.videoUrl;
  return draft.audioUrl ? null : draftTexts.audioUrl;
};
