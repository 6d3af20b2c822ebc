import { Readable } from 'node:stream';
import { inspectImage, Refusal, type UploadedFile } from '@satrangi/chassis';
import type { MediaKind } from '@satrangi/contracts';
import type { ChangeMedia } from './change-media.ts';
import type { Deps } from './media.deps.ts';
import { type Media, revisionOf, type Thumbnail } from './media.rules.ts';
import { publishedItem } from './published-item.ts';

/** Recommendations, not limits (checklist CAT-56). */
const RECOMMENDED_BYTES = 500 * 1024;
const RECOMMENDED_RATIO = 1.6;
const RATIO_TOLERANCE = 0.16;

export const thumbnailTexts = {
  missing: 'Choose a JPG or PNG image',
  other: 'Thumbnail must be a JPG or PNG image.',
  large: 'This thumbnail is larger than 500KB. Pages load faster with a smaller one.',
  ratio: 'This thumbnail is not about 1.6:1. It will be cut to fit.',
} as const;

/** Warnings for a thumbnail, in portrait or landscape orientation. */
export const warningsOf = ({
  bytes,
  width,
  height,
}: Pick<Thumbnail, 'bytes' | 'width' | 'height'>): string[] => {
  const ratio = Math.max(width, height) / Math.min(width, height);
  return [
    ...(bytes > RECOMMENDED_BYTES ? [thumbnailTexts.large] : []),
    ...(Math.abs(ratio - RECOMMENDED_RATIO) > RATIO_TOLERANCE ? [thumbnailTexts.ratio] : []),
  ];
};

/** Sets or replaces the thumbnail of an item. @throws Refusal not-found, validation-failed */
export const uploadThumbnail =
  (deps: Deps, change: ChangeMedia) =>
  async (
    kind: MediaKind,
    mediaId: string,
    upload: UploadedFile | undefined,
  ): Promise<{ media: Media; warnings: string[] }> => {
    await publishedItem(deps, kind, mediaId);
    if (!upload) throw new Refusal('validation-failed', thumbnailTexts.missing);
    const image = await inspectImage(upload.path, ['image/png', 'image/jpeg']);
    if (!image) throw new Refusal('validation-failed', thumbnailTexts.other);
    const { content, mimeType, width, height } = image;
    const { key, bytes, sha256 } = await deps.files.put(Readable.from([content]), { mimeType });
    const thumbnail: Thumbnail = { key, revision: revisionOf(sha256), bytes, mimeType, width, height };
    const media = await change(mediaId, {
      kind,
      edit: ({ thumbnail: current }) => (current?.revision === thumbnail.revision ? null : { thumbnail }),
      updateKind: 'updated',
      isEditorial: true,
    });
    return { media, warnings: warningsOf(thumbnail) };
  };
