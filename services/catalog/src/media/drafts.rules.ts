import { createHash } from 'node:crypto';
import { type Media, revisionOf } from './media.rules.ts';

/** The fields of a draft as they are kept, so that an editor's form can send them back. */
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
  // absent without one, so that revisions of drafts from before this field stay as they are
  ...(media.thumbnailUrl ? { thumbnailUrl: media.thumbnailUrl } : {}),
});

/**
 * Changes when something changes that a save would replace, and at nothing else: a review, a thumbnail or a length
 * that Drive told come between nobody and their form.
 */
export const draftRevisionOf = (media: Media): string => {
  const decided = JSON.stringify([draftOf(media), media.transcriptFile?.revision ?? null]);
  return revisionOf(createHash('sha256').update(decided).digest('hex'));
};

/** Whether an `If-Match` header lets a save through: without one, as it always was, it does. */
export const mayReplace = (media: Media, ifMatch: string | undefined): boolean => {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  const named = ifMatch.split(',').map((tag) => tag.trim().replace(/^"(.*)"$/, '$1'));
  return named.includes(draftRevisionOf(media));
};
