import type { ImageFormat } from './image.ts';

const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b];
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** Application extensions that repeat an animation; all others carry foreign data such as XMP. */
const REPEATING = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

/** Bytes of the color table that the flags announce. */
const colorTableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** The end of the data sub-blocks that start here; null when they are cut off. */
const endOfSubBlocks = (bytes: Buffer, start: number): number | null => {
  let at = start;
  while (at < bytes.length) {
    const size = bytes[at] ?? 0;
    at += 1 + size;
    if (size === 0) return at;
  }
  return null;
};

const isNeededExtension = (bytes: Buffer, at: number): boolean => {
  const label = bytes[at + 1];
  if (label === GRAPHIC_CONTROL) return true;
  return label === APPLICATION && REPEATING.has(bytes.toString('latin1', at + 3, at + 14));
};

/** GIF89a (CompuServe specification, appendix A). Comments, plain text and foreign extensions are dropped. */
export const gif: ImageFormat = {
  inspect: (bytes) => {
    if (bytes.length < 13 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return null;
    return { mimeType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  },
  strip: (bytes) => {
    let at = 13 + colorTableBytes(bytes[10] ?? 0);
    const parts = [bytes.subarray(0, at)];
    while (at < bytes.length) {
      const introducer = bytes[at];
      if (introducer === TRAILER) return Buffer.concat([...parts, Buffer.from([TRAILER])]);
      if (introducer !== EXTENSION && introducer !== IMAGE) return null;
      const data = introducer === IMAGE ? at + 11 + colorTableBytes(bytes[at + 9] ?? 0) : at + 2;
      const end = endOfSubBlocks(bytes, data);
      if (end === null) return null;
      if (introducer === IMAGE || isNeededExtension(bytes, at)) parts.push(bytes.subarray(at, end));
      at = end;
    }
    return null;
  },
};
