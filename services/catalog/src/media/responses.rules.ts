import {
  type AnswerOf,
  type catalogApi,
  completePrice,
  type DeletedItem,
  isForSale,
  isFree,
  kindOf,
  type MediaItem,
  pageOfCollection,
  type ShownField,
  sampleRange,
  shownFields,
} from '@satrangi/contracts';
import { draftOf, draftRevisionOf } from './drafts.rules.ts';
import { creatorOf, isDeliverable, type Media, mediaSentences } from './media.rules.ts';

type EditorItem = AnswerOf<(typeof catalogApi)['getEbookDraft']>;

const minutesOf = (seconds: number): number => Math.max(1, Math.round(seconds / 60));

/** Only films and recordings have a transcript. */
const hasTranscript = ({ mediaType, transcriptFile }: Media): boolean =>
  transcriptFile !== null && kindOf(mediaType).file !== 'pdf';

const urlsOf = (media: Media) => {
  const { path, file } = kindOf(media.mediaType);
  const own = `/api/${path}/${media._id}`;
  const thumbnailUrl = media.thumbnail ? `${own}/thumbnail?v=${media.thumbnail.revision}` : null;
  // Not a secret: library checks access on each request (decision 0041).
  const stream = media.file && `${own}/stream`;
  const sample =
    file === 'pdf' ? media.file && `${own}/preview-limited` : media.preview && `${own}/preview-clip`;
  return {
    thumbnailUrl,
    coverUrl: thumbnailUrl,
    coverImage: thumbnailUrl,
    previewUrl: sample,
    downloadUrl: file === 'pdf' && media.file && isFree(media) ? `${own}/pdf` : null,
    videoUrl: file === 'video' ? stream : null,
    audioUrl: file === 'audio' ? stream : null,
    transcriptUrl: media.transcriptUrl ?? (hasTranscript(media) ? `${own}/transcript` : null),
  };
};

/** The pieces of an issue: the outline of its file, from the page on which the first piece begins. */
const contentsOf = ({ mediaType, file, sampleStart }: Media) =>
  mediaType === 'magazine' ? (file?.contents ?? []).filter(({ page }) => page >= (sampleStart ?? 1)) : [];

const clipStartOf = ({ preview }: Media) =>
  preview?.startsAt === undefined ? {} : { previewStartsAt: preview.startsAt };

const epubOf = ({ epub }: Media) => (epub ? { epubBytes: epub.bytes } : {});

/** The fields that readers see as they are stored. */
const shownOf = (media: Media): Pick<Media, ShownField> => {
  const shown: Partial<Record<ShownField, unknown>> = {};
  for (const name of shownFields) shown[name] = media[name];
  // the loop loses the type of each field
  return shown as Pick<Media, ShownField>;
};

/** The stored fields that `computedTraits` reads. */
export const traitSources = [
  'mediaType',
  'author',
  'director',
  'narrator',
  'speaker',
  'priceINR',
  'priceUSD',
  'duration',
  'file',
] as const satisfies readonly (keyof Media)[];
export type TraitSource = (typeof traitSources)[number];

/** The traits of an item that are not shown as they are stored. */
export const computedTraits = (media: Pick<Media, TraitSource>) => {
  const { joined, file: fileKind } = kindOf(media.mediaType);
  const { file } = media;
  const creator = creatorOf(media);
  const seconds = file?.durationSeconds ?? null;
  return {
    mediaType: joined,
    creator,
    author: media.author ?? creator,
    duration: media.duration ?? (seconds === null ? null : minutesOf(seconds)),
    priceINR: completePrice(media).priceINR,
    isFree: isFree(media),
    isForSale: isForSale(media) && isDeliverable(media),
    pages: fileKind === 'pdf' ? (file?.pages ?? null) : null,
  };
};

/** The public representation of an item, without storage keys and URLs of paid files (checklist CAT-13, CAT-14, CAT-19). */
export const itemOf = (media: Media): MediaItem => {
  const { file } = media;
  const hasPages = kindOf(media.mediaType).file === 'pdf';
  const contents = contentsOf(media);
  const sample = hasPages && file ? sampleRange(file.pages, media.flipbookPages, media.sampleStart) : null;
  return {
    _id: media._id,
    ...shownOf(media),
    ...computedTraits(media),
    durationSeconds: file?.durationSeconds ?? null,
    priceUSD: completePrice(media).priceUSD,
    format: media.formats[0] ?? 'text',
    page: pageOfCollection(media.collection),
    ...urlsOf(media),
    fileId: file?.revision ?? null,
    previewPages: sample?.pages ?? null,
    ...(sample && sample.first > 1 ? { sampleStart: sample.first } : {}),
    ...(contents.length > 0 ? { contents } : {}),
    ...(hasPages && media.allowsDownload ? { allowsDownload: true as const, ...epubOf(media) } : {}),
    ...clipStartOf(media),
    fileBytes: file?.bytes ?? null,
    fileMimeType: file?.mimeType ?? null,
    hasCaptions: media.captions.length > 0,
    captionLanguages: media.captions.map(({ language }) => language),
    hasTranscript: hasTranscript(media),
    ratingAverage: media.ratingAverage,
    ratingCount: media.ratingCount,
    createdAt: media.createdAt,
    updatedAt: media.updatedAt,
  };
};

/** Warnings for editors about the current state of an item. */
const warningsOf = (media: Media): string[] => [
  ...(isForSale(media) && !isDeliverable(media) ? [mediaSentences.noFile] : []),
  ...(media.thumbnailUrl && !media.thumbnail ? [mediaSentences.pictureElsewhere] : []),
];

/** The representation of an item for editors. @param transcript the text, when it was read; lists omit it */
export const editorItemOf = (
  media: Media,
  { warnings = [], transcript }: { warnings?: readonly string[]; transcript?: string | null } = {},
): EditorItem => ({
  ...itemOf(media),
  fileId: media.driveFileId ?? media.file?.revision ?? null,
  driveLink: media.driveLink,
  driveFileId: media.driveFileId,
  fileStore: media.file ? (media.file.store ?? 'disk') : null,
  driveState: media.driveState,
  hasPreview: media.preview !== null,
  ...epubOf(media),
  hasWaveform: media.file?.waveform !== undefined,
  creatorId: media.creatorId,
  version: media.version,
  draftRevision: draftRevisionOf(media),
  warnings: [...warnings, ...warningsOf(media)],
  draft: { ...draftOf(media), ...(transcript === undefined ? {} : { transcript }) },
});

export const deletedItemOf = (media: Media): DeletedItem => ({
  _id: media._id,
  mediaType: kindOf(media.mediaType).joined,
  title: media.title,
  creator: creatorOf(media),
  deletedAt: media.updatedAt,
});
