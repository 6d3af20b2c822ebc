import { createHash } from 'node:crypto';
import { inspectImage, Refusal, type ServiceContext } from '@satrangi/chassis';
import { IMAGE_MAX_SIDE, imageTexts, richText, type UserId } from '@satrangi/contracts';
import type { ImagesStore } from './images.store.ts';

export type Deps = Pick<ServiceContext<unknown>, 'clock' | 'ids' | 'files' | 'ownFiles'> & {
  readonly images: ImagesStore;
};
export type ImageStored = { readonly url: string; readonly width: number; readonly height: number };

const extensions = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
} as const;
const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

/**
 * Stores a picture without its metadata. The bytes are stored before the document that names them, so that a stop in
 * between leaves no name without bytes.
 * @throws Refusal validation-failed for other files
 */
export const storeImage =
  ({ images, ownFiles, clock, ids }: Deps) =>
  async (path: string, by: UserId): Promise<ImageStored> => {
    const image = await inspectImage(path, types);
    if (!image) throw new Refusal('validation-failed', imageTexts.other);
    const { content, mimeType, width, height } = image;
    if (Math.max(width, height) > IMAGE_MAX_SIDE)
      throw new Refusal('validation-failed', imageTexts.tooManyPixels);
    const _id = `${ids.newId()}.${extensions[mimeType]}`;
    await ownFiles.put(_id, content);
    const key = createHash('sha256').update(content).digest('hex');
    const now = clock.now();
    await images.add({
      _id,
      key,
      isOwn: true,
      mimeType,
      width,
      height,
      bytes: content.byteLength,
      at: now.toISOString(),
      usedAt: now,
      removing: false,
      by,
    });
    return { url: `${richText.imagePrefix}${_id}`, width, height };
  };
