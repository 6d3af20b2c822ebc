import { readFile } from 'node:fs/promises';
import { stripJpegMetadata, stripPngMetadata } from './strip-image-metadata.ts';

export type ImageInfo = {
  readonly mimeType: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
};

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const readPng = (memory: Buffer): ImageInfo | null => {
  if (!memory.subarray(0, 8).equals(PNG) || memory.length < 33) return null;
  if (memory.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { mimeType: 'image/png', width: memory.readUInt32BE(16), height: memory.readUInt32BE(20) };
};

/** Reads marker by marker up to the frame header with the size. */
const readJpg = (memory: Buffer): ImageInfo | null => {
  if (memory[0] !== 0xff || memory[1] !== 0xd8) return null;
  for (let at = 2; at + 9 < memory.length; ) {
    if (memory[at] !== 0xff) return null;
    const marker = memory[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrameHeader(marker))
      return {
        mimeType: 'image/jpeg',
        height: memory.readUInt16BE(at + 5),
        width: memory.readUInt16BE(at + 7),
      };
    if (marker === 0xda || marker === 0xd9) return null;
    at += 2 + memory.readUInt16BE(at + 2);
  }
  return null;
};

/**
 * Inspects a JPEG or PNG by its bytes. @returns its size in pixels and its bytes without metadata (location, author); null
 * for other types. Uploads are small and are read completely.
 */
export const inspectImage = async (path: string): Promise<(ImageInfo & { content: Buffer }) | null> => {
  const memory = await readFile(path);
  const image = readPng(memory) ?? readJpg(memory);
  if (!image || image.width === 0 || image.height === 0) return null;
  const content = image.mimeType === 'image/png' ? stripPngMetadata(memory) : stripJpegMetadata(memory);
  return content && { ...image, content };
};
