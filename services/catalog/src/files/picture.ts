import { readFile } from 'node:fs/promises';
import { cleanJpg, cleanPng } from './clean-picture.ts';

export type Picture = {
  readonly mimeType: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
};

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const isFrameHeader = (mark: number): boolean =>
  mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark);

const readPng = (memory: Buffer): Picture | null => {
  if (!memory.subarray(0, 8).equals(PNG) || memory.length < 33) return null;
  if (memory.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { mimeType: 'image/png', width: memory.readUInt32BE(16), height: memory.readUInt32BE(20) };
};

/** Walks from mark to mark up to the one that tells the size. */
const readJpg = (memory: Buffer): Picture | null => {
  if (memory[0] !== 0xff || memory[1] !== 0xd8) return null;
  for (let at = 2; at + 9 < memory.length; ) {
    if (memory[at] !== 0xff) return null;
    const mark = memory[at + 1] ?? 0;
    if (mark === 0xff) {
      at += 1;
      continue;
    }
    if (isFrameHeader(mark))
      return {
        mimeType: 'image/jpeg',
        height: memory.readUInt16BE(at + 5),
        width: memory.readUInt16BE(at + 7),
      };
    if (mark === 0xda || mark === 0xd9) return null;
    at += 2 + memory.readUInt16BE(at + 2);
  }
  return null;
};

/**
 * A JPG or PNG by its bytes, with its size in pixels, and the bytes to keep: a photograph tells where it was taken and by
 * whom, and that is nobody's business. Null for anything else. Files are small here: read whole.
 */
export const lookAtPicture = async (path: string): Promise<(Picture & { content: Buffer }) | null> => {
  const memory = await readFile(path);
  const picture = readPng(memory) ?? readJpg(memory);
  if (!picture || picture.width === 0 || picture.height === 0) return null;
  const content = picture.mimeType === 'image/png' ? cleanPng(memory) : cleanJpg(memory);
  return content && { ...picture, content };
};
