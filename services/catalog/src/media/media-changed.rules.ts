import { kindOf, type mediaChanged, previewPageCount } from '@satrangi/contracts';
import type { z } from 'zod';
import { creatorOf, isDeliverable, type Media, type MediaFile } from './media.rules.ts';

/** Drive's own revision is internal to this service. */
const publicFileOf = (file: MediaFile) => {
  const { driveRevision: _internal, ...rest } = file;
  return rest;
};

/** The data of `media-changed`: the full item for the projections of other services. */
export const mediaChangedOf = (media: Media): z.input<(typeof mediaChanged)['data']> => {
  const { path, file: fileKind } = kindOf(media.mediaType);
  return {
    mediaId: media._id,
    mediaType: media.mediaType,
    version: media.version,
    status: media.status,
    title: media.title,
    creator: creatorOf(media),
    language: media.language,
    formats: media.formats,
    cover: media.cover,
    thumbnailUrl: media.thumbnail
      ? `/api/${path}/${media._id}/thumbnail?v=${media.thumbnail.revision}`
      : null,
    priceINR: media.priceINR,
    priceUSD: media.priceUSD,
    file: media.file && publicFileOf(media.file),
    deliverable: isDeliverable(media),
    previewPages:
      fileKind === 'pdf' && media.file ? previewPageCount(media.file.pages, media.flipbookPages) : null,
    preview: media.preview,
    captions: media.captions,
    transcript: media.transcriptFile,
    chapters: media.chapters,
    ...(media.submissionId ? { submissionId: media.submissionId } : {}),
  };
};
