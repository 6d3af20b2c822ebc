import { kindOf, type mediaChanged, sampleRange } from '@satrangi/contracts';
import type { z } from 'zod';
import { creatorOf, isDeliverable, type Media, type MediaFile } from './media.rules.ts';

/** Drive's own revision, the list of contents and the waveform are internal to this service. */
const publicFileOf = (file: MediaFile) => {
  const { driveRevision: _internal, contents: _contents, waveform: _waveform, ...rest } = file;
  return rest;
};

/** The data of `media-changed`: the full item for the projections of other services. */
export const mediaChangedOf = (media: Media): z.input<(typeof mediaChanged)['data']> => {
  const { path, file: fileKind } = kindOf(media.mediaType);
  const sample =
    fileKind === 'pdf' && media.file
      ? sampleRange(media.file.pages, media.flipbookPages, media.sampleStart)
      : null;
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
    previewPages: sample?.pages ?? null,
    ...(fileKind === 'pdf' && media.allowsDownload ? { allowsDownload: true as const } : {}),
    ...(sample && sample.first > 1 ? { sampleStart: sample.first } : {}),
    preview: media.preview,
    ...(media.epub ? { epub: media.epub } : {}),
    captions: media.captions,
    transcript: media.transcriptFile,
    chapters: media.chapters,
    ...(media.submissionId ? { submissionId: media.submissionId } : {}),
  };
};
