import { readFile } from 'node:fs/promises';
import { gif } from './gif.ts';
import type { ImageFormat, ImageInfo, ImageType } from './image.ts';
import { jpeg } from './jpeg.ts';
import { png } from './png.ts';
import { webp } from './webp.ts';

const formats: Readonly<Record<ImageType, ImageFormat>> = {
  'image/png': png,
  'image/jpeg': jpeg,
  'image/webp': webp,
  'image/gif': gif,
};

/**
 * Inspects an uploaded image by its bytes. @returns its size in pixels and its bytes without metadata (location, author);
 * null for types other than `types` and for truncated files. Uploads are small and are read completely.
 */
export const inspectImage = async <T extends ImageType>(
  path: string,
  types: readonly T[],
): Promise<(ImageInfo & { readonly mimeType: T; readonly content: Buffer }) | null> => {
  const bytes = await readFile(path);
  for (const mimeType of types) {
    const image = formats[mimeType].inspect(bytes);
    if (!image) continue;
    const content = image.width > 0 && image.height > 0 ? formats[mimeType].strip(bytes) : null;
    return content && { ...image, mimeType, content };
  }
  return null;
};
