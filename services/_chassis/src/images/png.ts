import type { ImageFormat } from './image.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** PNG chunks with personal or software metadata; they do not affect rendering. */
const METADATA_CHUNKS = new Set(['eXIf', 'tEXt', 'iTXt', 'zTXt', 'tIME']);

/** PNG (RFC 2083). */
export const png: ImageFormat = {
  inspect: (bytes) => {
    if (!bytes.subarray(0, 8).equals(SIGNATURE) || bytes.length < 33) return null;
    if (bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
    return { mimeType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  },
  strip: (bytes) => {
    const parts = [bytes.subarray(0, 8)];
    for (let at = 8; at + 12 <= bytes.length; ) {
      const type = bytes.toString('latin1', at + 4, at + 8);
      const end = at + 12 + bytes.readUInt32BE(at);
      if (end > bytes.length) return null;
      if (!METADATA_CHUNKS.has(type)) parts.push(bytes.subarray(at, end));
      if (type === 'IEND') return Buffer.concat(parts);
      at = end;
    }
    return null;
  },
};
