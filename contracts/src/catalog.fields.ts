import { z } from 'zod';
import { DRIVE_LINK_INVALID, driveFileIdOf } from './drive.ts';
import { formats } from './media.ts';
import { AnyMediaType, Collection, CoverArt, Format } from './schemas.ts';

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
  sampleStart: 'The sample must begin at a page of the file',
} as const;

export const StaffNote = z.object({ text: z.string(), by: z.string() });
export const Chapter = z.object({ title: z.string(), startSeconds: z.number() });
export type Chapter = z.infer<typeof Chapter>;

const nullableText = z.string().nullable();
const texts = z.array(z.string());

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

/** What a stored value is, and what it is when nothing was entered: null, an empty list, or false. */
export type StoredValue = 'text' | 'required-text' | 'texts' | 'number' | 'flag' | 'object' | 'objects';

type MediaField = {
  /** What an editor sends. */
  readonly draft: z.ZodType;
  /** What is stored under this name; absent: nothing, or not as it was sent. */
  readonly stored?: StoredValue;
  /** What readers see of it unchanged; absent: it is for editors only, or the catalog computes what readers see. */
  readonly item?: z.ZodType;
  /** Absent from the draft that a form loads: always, or while it is empty (so that revisions of older drafts stay the same). */
  readonly notLoaded?: 'always' | 'when-empty';
};

/**
 * Every field that an editor sends of an item, once: the schemas of drafts and items, the documents of the catalog and
 * its answers derive from this table. A new field is one row here, and one row of the form.
 */
export const mediaFields = {
  slug: {
    draft: z
      .string()
      .regex(/^[a-z0-9-]{1,80}$/)
      .optional()
      .describe('unique key of imports; a second create with it returns the first item'),
    notLoaded: 'when-empty',
  },
  mediaType: {
    draft: AnyMediaType.optional().describe('stored or joined spelling; must be the kind of this route'),
  },
  title: { draft: required(300, draftTexts.title), stored: 'required-text', item: z.string() },
  altTitle: { draft: optionalText(300), stored: 'text', item: nullableText },
  author: { draft: optionalText(200).describe('required for ebook and magazine'), stored: 'text' },
  authorPronouns: { draft: optionalText(60), stored: 'text', item: nullableText },
  director: {
    draft: optionalText(200).describe('required for short film and documentary'),
    stored: 'text',
    item: nullableText,
  },
  narrator: { draft: optionalText(200), stored: 'text', item: nullableText },
  speaker: { draft: optionalText(200), stored: 'text', item: nullableText },
  cast: { draft: words(60, 200).describe('a list, or a text with commas'), stored: 'texts', item: texts },
  awards: { draft: optionalText(1_000), stored: 'text', item: nullableText },
  creatorId: {
    draft: z.string().max(64).nullable().default(null).describe('user who sees it in the creator dashboard'),
    stored: 'text',
  },
  submissionId: {
    draft: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/, 'That submission is not valid')
      .nullable()
      .default(null)
      .describe('the submission it was made of: its author reads where it is published (checklist PUB-22)'),
    stored: 'text',
    notLoaded: 'when-empty',
  },
  tagline: { draft: optionalText(300), stored: 'text', item: nullableText },
  description: { draft: required(5_000, draftTexts.description), stored: 'required-text', item: z.string() },
  longDescription: { draft: optionalText(20_000), stored: 'text', item: nullableText },
  moreInfo: { draft: optionalText(20_000), stored: 'text', item: nullableText },
  year: {
    draft: z.int().min(1000).max(3000).nullable().default(null),
    stored: 'number',
    item: z.int().nullable(),
  },
  duration: {
    draft: z.number().min(0).max(100_000).nullable().default(null).describe('minutes'),
    stored: 'number',
  },
  issueNumber: {
    draft: z
      .union([text(40), z.number().transform(String)])
      .transform((value) => value || null)
      .nullable()
      .default(null),
    stored: 'text',
    item: nullableText,
  },
  language: {
    draft: text(35).min(2).default('en'),
    stored: 'required-text',
    item: z.string().describe('BCP 47, of the work itself'),
  },
  genres: { draft: words(20), stored: 'texts', item: texts },
  tags: { draft: words(40), stored: 'texts', item: texts },
  contentNotes: { draft: words(20), stored: 'texts', item: texts },
  staffNote: { draft: StaffNote.nullable().default(null), stored: 'object', item: StaffNote.nullable() },
  priceINR: { draft: Price, stored: 'number' },
  priceUSD: { draft: Price, stored: 'number' },
  format: {
    draft: DraftFormat.optional().describe('short for `formats` with one entry'),
    notLoaded: 'always',
  },
  formats: {
    draft: z.array(DraftFormat).min(1, draftTexts.format).max(4).optional(),
    stored: 'texts',
    item: z.array(Format).describe('the first is primary'),
  },
  collection: { draft: Collection.optional(), stored: 'required-text', item: Collection },
  page: {
    draft: text(60).optional().describe("'Digital Library' (default) or 'Archives': names the collection"),
    notLoaded: 'always',
  },
  featured: { draft: z.boolean().default(false), stored: 'flag', item: z.boolean() },
  cover: {
    draft: CoverArt.nullable().default(null),
    stored: 'object',
    item: CoverArt.nullable().describe('a drawn cover; used when there is no thumbnail'),
  },
  flipbookPages: { draft: z.int().min(1).max(500).nullable().default(null), stored: 'number' },
  driveLink: { draft: DriveLink.describe('makes the Drive file the file of the item'), stored: 'text' },
  audioUrl: {
    draft: WebAddress.describe('a Drive link becomes `driveLink`; any other URL is stored only'),
    stored: 'text',
  },
  videoUrl: { draft: WebAddress.describe('as `audioUrl`'), stored: 'text' },
  pdfUrl: { draft: WebAddress.describe('as `audioUrl`'), stored: 'text' },
  fileFollows: {
    draft: z
      .boolean()
      .default(false)
      .describe('the file of a new film, story or history will be uploaded: no URL is required'),
  },
  chapters: {
    draft: z
      .array(
        z.object({ title: required(200, draftTexts.chapters), startSeconds: z.number().min(0).max(360_000) }),
      )
      .max(300)
      .default([]),
    stored: 'objects',
    item: z.array(Chapter),
  },
  transcript: {
    draft: text(200_000)
      .transform((value) => value || null)
      .nullable()
      .default(null)
      .describe('plain text'),
    notLoaded: 'always',
  },
  transcriptUrl: { draft: WebAddress.describe('a transcript on another site'), stored: 'text' },
  allowsDownload: {
    draft: z
      .boolean()
      .default(false)
      .describe(
        'the rights allow that a buyer downloads the file, marked as a copy of this buyer (PDFs only)',
      ),
    stored: 'flag',
    notLoaded: 'when-empty',
  },
  sampleStart: {
    draft: z
      .int(draftTexts.sampleStart)
      .min(1, draftTexts.sampleStart)
      .max(10_000, draftTexts.sampleStart)
      .nullable()
      .default(null)
      .describe('page of the file at which the free sample begins, where the story begins; null: the first'),
    stored: 'number',
    notLoaded: 'when-empty',
  },
  thumbnailUrl: {
    draft: PictureAddress.describe(
      'external picture: stored for editors, never shown to readers; upload the picture to show it',
    ),
    stored: 'text',
    notLoaded: 'when-empty',
  },
} satisfies Record<string, MediaField>;

type Table = typeof mediaFields;
export type MediaFieldName = keyof Table;
/** The rows that have a value in a column. */
type FieldsWith<Column extends keyof MediaField> = {
  [F in MediaFieldName]: Table[F] extends Record<Column, unknown> ? F : never;
}[MediaFieldName];
export type StoredField = FieldsWith<'stored'>;
/** The fields that readers see as they are stored. */
export type ShownField = FieldsWith<'item'>;

const rows = Object.entries<MediaField>(mediaFields);
// Below, `Object.entries` and `Object.fromEntries` lose the names and types of the table.
export const storedFields = Object.fromEntries(
  rows.flatMap(([name, { stored }]) => (stored ? [[name, stored]] : [])),
) as Readonly<Record<StoredField, StoredValue>>;
export const shownFields = rows.flatMap(([name, { item }]) => (item ? [name] : [])) as readonly ShownField[];

/** The shape of the schema of drafts. */
export const draftShape = Object.fromEntries(rows.map(([name, { draft }]) => [name, draft])) as {
  [F in MediaFieldName]: Table[F]['draft'];
};
/** The part of the shape of items that is shown as it is stored. */
export const shownShape = Object.fromEntries(
  rows.flatMap(([name, { item }]) => (item ? [[name, item]] : [])),
) as { [F in ShownField]: Extract<Table[F], { item: unknown }>['item'] };
/** The fields of the draft that a form loads; `isSparse`: absent while they are empty. */
export const loadedFields = rows
  .filter(([, { notLoaded }]) => notLoaded !== 'always')
  .map(([name, { notLoaded }]) => ({ name, isSparse: notLoaded === 'when-empty' }));
