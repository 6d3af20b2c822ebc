import type { MediaDraft } from '@satrangi/contracts';
import { draftOfKind, missingMedia } from '@satrangi/contracts';
import { type MediaKind, mediaTypes } from '@satrangi/contracts/pure';
import type { ZodType } from 'zod';

type Control =
  | 'text'
  | 'area'
  | 'number'
  | 'words'
  | 'check'
  | 'formats'
  | 'collection'
  | 'cover'
  | 'chapters'
  | 'note';
const groups = ['About', 'People', 'Price and place', 'File', 'Look', 'More'] as const;
type Group = (typeof groups)[number];

export type FormField = {
  readonly label: string;
  readonly group: Group;
  readonly control: Control;
  readonly hint?: string;
  /** The kinds that have the field; all without it. */
  readonly of?: (kind: MediaKind) => boolean;
};

/** Fields without a control: they are kept as they are, or set by other parts of the form. */
type Hidden = 'slug' | 'mediaType' | 'format' | 'page' | 'submissionId' | 'driveLink';

const hasPages = ({ file }: MediaKind): boolean => file === 'pdf';
const isPlayed = ({ file }: MediaKind): boolean => file !== 'pdf';
const isFilm = ({ file }: MediaKind): boolean => file === 'video';
const isStory = ({ stored }: MediaKind): boolean => stored === 'audio-story';
const hasAuthor = (kind: MediaKind): boolean => kind.creator === 'author' || isStory(kind);

/** One entry for each field of the contract: the compiler refuses a field of `MediaDraft` that is missing here. */
const fields: Readonly<Record<Exclude<keyof MediaDraft, Hidden>, FormField>> = {
  title: { label: 'Title', group: 'About', control: 'text' },
  altTitle: {
    label: 'Title in another script',
    group: 'About',
    control: 'text',
    hint: 'Found by search, too',
  },
  tagline: { label: 'Tagline', group: 'About', control: 'text' },
  description: { label: 'Description', group: 'About', control: 'area' },
  longDescription: { label: 'Long description', group: 'About', control: 'area' },
  language: {
    label: 'Language',
    group: 'About',
    control: 'text',
    hint: 'Of the work itself, as a code: en, hi, mr, ta, ur',
  },
  formats: { label: 'Format', group: 'About', control: 'formats' },
  contentNotes: {
    label: 'Content notes',
    group: 'About',
    control: 'words',
    hint: 'Separated by commas, for instance: Grief, Violence',
  },
  author: { label: 'Author', group: 'People', control: 'text', of: hasAuthor },
  authorPronouns: { label: 'Pronouns of the author', group: 'People', control: 'text', of: hasAuthor },
  director: { label: 'Director', group: 'People', control: 'text', of: isFilm },
  narrator: { label: 'Narrator', group: 'People', control: 'text', of: isPlayed },
  speaker: {
    label: 'Speaker',
    group: 'People',
    control: 'text',
    of: ({ creator }) => creator === 'speaker',
  },
  cast: { label: 'Cast', group: 'People', control: 'words', hint: 'Separated by commas', of: isPlayed },
  creatorId: {
    label: 'Creator account',
    group: 'People',
    control: 'text',
    hint: 'The id of the user who sees it in the creator dashboard',
  },
  priceINR: {
    label: 'Price in rupees',
    group: 'Price and place',
    control: 'number',
    hint: '0 is free. Empty: not for sale, or derived from dollars',
  },
  priceUSD: { label: 'Price in dollars', group: 'Price and place', control: 'number' },
  collection: { label: 'Collection', group: 'Price and place', control: 'collection' },
  featured: {
    label: 'Featured on the home page',
    group: 'Price and place',
    control: 'check',
    hint: 'At most three items at a time',
  },
  fileFollows: {
    label: 'The file is uploaded after saving',
    group: 'File',
    control: 'check',
    of: isPlayed,
  },
  audioUrl: {
    label: 'Audio URL',
    group: 'File',
    control: 'text',
    of: ({ file }) => file === 'audio',
  },
  videoUrl: { label: 'Video URL', group: 'File', control: 'text', of: isFilm },
  pdfUrl: {
    label: 'PDF URL',
    group: 'File',
    control: 'text',
    hint: 'Stored only, unless it is a Drive link',
    of: hasPages,
  },
  flipbookPages: {
    label: 'Pages of the free sample',
    group: 'File',
    control: 'number',
    hint: 'Empty: a tenth of the pages',
    of: hasPages,
  },
  sampleStart: {
    label: 'Page at which the sample begins',
    group: 'File',
    control: 'number',
    hint: 'Where the story begins, counted in the file. Empty: the first page',
    of: hasPages,
  },
  allowsDownload: {
    label: 'Buyers may download the PDF',
    group: 'File',
    control: 'check',
    hint: 'And the EPUB, when there is one. Only when the contract with the author allows it. Each file carries the code of its buyer’s copy',
    of: hasPages,
  },
  issueNumber: {
    label: 'Issue number',
    group: 'File',
    control: 'text',
    of: ({ stored }) => stored === 'magazine',
  },
  duration: { label: 'Minutes', group: 'File', control: 'number', of: isPlayed },
  chapters: {
    label: 'Chapters',
    group: 'File',
    control: 'chapters',
    hint: 'One on each line: 12:30 The station',
    of: isPlayed,
  },
  transcript: { label: 'Transcript', group: 'File', control: 'area', of: isPlayed },
  transcriptUrl: { label: 'Transcript on another site', group: 'File', control: 'text', of: isPlayed },
  cover: { label: 'Drawn cover', group: 'Look', control: 'cover' },
  thumbnailUrl: {
    label: 'Picture on another site',
    group: 'Look',
    control: 'text',
    hint: 'Never shown to readers: upload a picture to show it',
  },
  staffNote: { label: 'Staff note', group: 'More', control: 'note' },
  moreInfo: { label: 'More information', group: 'More', control: 'area' },
  awards: { label: 'Awards', group: 'More', control: 'text' },
  year: { label: 'Year', group: 'More', control: 'number' },
  genres: { label: 'Genres', group: 'More', control: 'words', hint: 'Separated by commas' },
  tags: { label: 'Tags', group: 'More', control: 'words', hint: 'Separated by commas' },
};
export type FieldName = keyof typeof fields;

/** The labels of every field, for the error summary and the conflict panel. */
export const fieldLabels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label])),
  driveLink: 'Google Drive link',
  mediaType: 'Type',
};

/** The fields of a kind in groups. */
export const groupsOf = (
  kind: MediaKind,
): readonly { readonly group: Group; readonly fields: readonly (readonly [FieldName, FormField])[] }[] =>
  groups.map((group) => ({
    group,
    fields: (Object.entries(fields) as [FieldName, FormField][]).filter(
      ([, field]) => field.group === group && (field.of?.(kind) ?? true),
    ),
  }));

/** The name of the creator, when the next kind has it in another field. null: it keeps its field, or the next kind has one. */
export const movedCreator = (from: MediaKind, to: MediaKind, typed: MediaDraft): string | null => {
  const keepsField = fields[from.creator].of?.(to) ?? true;
  return keepsField || typed[to.creator] ? null : typed[from.creator];
};

/** The schema of the contract for a kind, and the link that a film or a recording needs (checklist ADM-08). */
export const schemaOf = (kind: MediaKind, hasFile: boolean): ZodType<MediaDraft> =>
  draftOfKind(kind).superRefine((draft, context) => {
    const message = missingMedia(kind, draft, hasFile);
    const field = kind.file === 'video' ? 'videoUrl' : 'audioUrl';
    if (message) context.addIssue({ code: 'custom', message, path: [field] });
  });

/** The fields that the contract requires of a kind: those it complains of in an empty draft. */
export const requiredFields = (kind: MediaKind): ReadonlySet<string> => {
  const names = (value: object): string[] =>
    draftOfKind(kind)
      .safeParse(value)
      .error?.issues.map(({ path }) => String(path[0])) ?? [];
  const missing = [...names({}), ...names({ title: 'x', description: 'x' })];
  return new Set(missing.map((name) => (name === 'format' ? 'formats' : name)));
};

const usualFormats = { pdf: 'text', audio: 'audio', video: 'video' } as const;
export const usualFormatOf = ({ file }: MediaKind) => usualFormats[file];

/** The values of a new item of a kind: the defaults of the contract. */
export const newDraft = (kind: MediaKind = mediaTypes[0]): MediaDraft => {
  const filled = { title: 'x', description: 'x', author: 'x', director: 'x', formats: [usualFormatOf(kind)] };
  return {
    ...draftOfKind(kind).parse(filled),
    mediaType: kind.stored,
    title: '',
    description: '',
    author: null,
    director: null,
    collection: 'digital-library',
  };
};
