import { Readable } from 'node:stream';
import { Refusal, type UploadedFile } from '@satrangi/chassis';
import type { MediaKind } from '@satrangi/contracts';
import { lookAtPicture } from '../files/picture.ts';
import type { ChangeMedia } from './change-media.ts';
import type { Needs } from './media.needs.ts';
import { type Media, revisionOf, type Thumbnail } from './media.rules.ts';
import { shownItem } from './shown-item.ts';

/** Advice, not a rule (checklist CAT-56). */
const ADVISED_BYTES = 500 * 1024;
const ADVISED_RATIO = 1.6;
const RATIO_TOLERANCE = 0.16;

export const thumbnailTexts = {
  missing: 'Choose a JPG or PNG image',
  other: 'Thumbnail must be a JPG or PNG image.',
  large: 'This thumbnail is larger than 500KB. Pages load faster with a smaller one.',
  ratio: 'This thumbnail is not about 1.6:1. It will be cut to fit.',
} as const;

/** What could be better about a picture. Upright or lying: the longer side counts. */
export const warningsOf = ({
  bytes,
  width,
  height,
}: Pick<Thumbnail, 'bytes' | 'width' | 'height'>): string[] => {
  const ratio = Math.max(width, height) / Math.min(width, height);
  return [
    ...(bytes > ADVISED_BYTES ? [thumbnailTexts.large] : []),
    ...(Math.abs(ratio - ADVISED_RATIO) > RATIO_TOLERANCE ? [thumbnailTexts.ratio] : []),
  ];
};

/** Sets or replaces the picture of an item. @throws Refusal not-found, validation-failed. */
export const uploadThumbnail =
  (needs: Needs, change: ChangeMedia) =>
  async (
    kind: MediaKind,
    mediaId: string,
    upload: UploadedFile | undefined,
  ): Promise<{ media: Media; warnings: string[] }> => {
    await shownItem(needs, kind, mediaId);
    if (!upload) throw new Refusal('validation-failed', thumbnailTexts.missing);
    const picture = await lookAtPicture(upload.path);
    if (!picture) throw new Refusal('validation-failed', thumbnailTexts.other);
    const { content, mimeType, width, height } = picture;
    const { key, bytes, sha256 } = await needs.files.put(Readable.from([content]), { mimeType });
    const thumbnail: Thumbnail = { key, revision: revisionOf(sha256), bytes, mimeType, width, height };
    const media = await change(mediaId, {
      kind,
      edit: ({ thumbnail: current }) => (current?.revision === thumbnail.revision ? null : { thumbnail }),
      happened: 'updated',
      isEditorial: true,
    });
    return { media, warnings: warningsOf(thumbnail) };
  };
