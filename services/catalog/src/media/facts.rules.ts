import { kindOf, type mediaChanged, previewPageCount } from '@satrangi/contracts';
import type { z } from 'zod';
import { creatorOf, isDeliverable, type Media, type MediaFile } from './media.rules.ts';

/** What Drive said of its bytes is for this service only. */
const toldOf = (file: MediaFile) => {
  const { driveRevision: _own, ...told } = file;
  return told;
};

/** The whole of an item for the services that remember it. */
export const factsOf = (media: Media): z.input<(typeof mediaChanged)['data']> => {
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
    file: media.file && toldOf(media.file),
    deliverable: isDeliverable(media),
    previewPages:
      fileKind === 'pdf' && media.file ? previewPageCount(media.file.pages, media.flipbookPages) : null,
    preview: media.preview,
    captions: media.captions,
    transcript: media.transcriptFile,
    chapters: media.chapters,
  };
};
