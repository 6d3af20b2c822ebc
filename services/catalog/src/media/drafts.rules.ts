import { createHash } from 'node:crypto';
import { type Media, revisionOf } from './media.rules.ts';

/** The stored fields of a draft, in the shape in which an editor's form sends them back. */
export const draftOf = (media: Media): Record<string, unknown> => ({
  ...(media.slug === undefined ? {} : { slug: media.slug }),
  mediaType: media.mediaType,
  title: media.title,
  altTitle: media.altTitle,
  author: media.author,
  authorPronouns: media.authorPronouns,
  director: media.director,
  narrator: media.narrator,
  speaker: media.speaker,
  cast: media.cast,
  awards: media.awards,
  creatorId: media.creatorId,
  // Omitted when empty, so that revisions of older drafts stay the same.
  ...(media.submissionId ? { submissionId: media.submissionId } : {}),
  tagline: media.tagline,
  description: media.description,
  longDescription: media.longDescription,
  moreInfo: media.moreInfo,
  year: media.year,
  duration: media.duration,
  issueNumber: media.issueNumber,
  language: media.language,
  genres: media.genres,
  tags: media.tags,
  contentNotes: media.contentNotes,
  staffNote: media.staffNote,
  priceINR: media.priceINR,
  priceUSD: media.priceUSD,
  formats: media.formats,
  collection: media.collection,
  featured: media.featured,
  cover: media.cover,
  flipbookPages: media.flipbookPages,
  driveLink: media.driveLink,
  audioUrl: media.audioUrl,
  videoUrl: media.videoUrl,
  pdfUrl: media.pdfUrl,
  fileFollows: !media.driveLink && !media.videoUrl && !media.audioUrl,
  chapters: media.chapters,
  transcriptUrl: media.transcriptUrl,
  // Omitted when empty, so that revisions of older drafts stay the same.
  ...(media.thumbnailUrl ? { thumbnailUrl: media.thumbnailUrl } : {}),
});

/**
 * The revision for `If-Match`. It changes only with fields that a save replaces: ratings, thumbnails and durations do not
 * change it.
 */
export const draftRevisionOf = (media: Media): string => {
  const content = JSON.stringify([draftOf(media), media.transcriptFile?.revision ?? null]);
  return revisionOf(createHash('sha256').update(content).digest('hex'));
};
