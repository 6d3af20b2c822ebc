import { orientationBlock, orientationOf } from './exif.ts';
import type { ImageFormat } from './image.ts';

type Chunk = { readonly type: string; readonly content: Buffer };

/** Chunks that rendering needs: picture, transparency, animation, color profile. */
const NEEDED = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const FRAME_HEADER_BYTES = 16;
const [EXIF_FLAG, XMP_FLAG] = [0x08, 0x04];

/** The chunks from `start` to `end` (RFC 9649 §2.3); null when one is cut off. */
const chunksOf = (bytes: Buffer, start: number, end: number): Chunk[] | null => {
  const chunks: Chunk[] = [];
  for (let at = start; at < end; ) {
    if (at + 8 > end) return null;
    const size = bytes.readUInt32LE(at + 4);
    if (at + 8 + size > end) return null;
    chunks.push({
      type: bytes.toString('latin1', at, at + 4),
      content: bytes.subarray(at + 8, at + 8 + size),
    });
    at += 8 + size + (size % 2);
  }
  return chunks;
};

const written = ({ type, content }: Chunk): Buffer => {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
};

const isWebp = (bytes: Buffer): boolean =>
  bytes.length >= 30 &&
  bytes.toString('latin1', 0, 4) === 'RIFF' &&
  bytes.toString('latin1', 8, 12) === 'WEBP';

const uint24 = (bytes: Buffer, at: number): number => bytes.readUIntLE(at, 3);

/** EXIF in a chunk may carry the prefix it has in a JPEG. */
const tiffOf = (exif: Buffer): Buffer =>
  exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;

/** A frame of an animation has chunks of its own; unknown ones are dropped. */
const strippedFrame = (frame: Chunk): Chunk | null => {
  const inner = chunksOf(frame.content, FRAME_HEADER_BYTES, frame.content.length);
  if (!inner) return null;
  const kept = inner.filter(({ type }) => NEEDED.has(type)).map(written);
  return {
    type: frame.type,
    content: Buffer.concat([frame.content.subarray(0, FRAME_HEADER_BYTES), ...kept]),
  };
};

const strippedHeader = (header: Chunk, hasExif: boolean): Chunk => {
  const content = Buffer.from(header.content);
  content[0] = ((content[0] ?? 0) & ~(EXIF_FLAG | XMP_FLAG)) | (hasExif ? EXIF_FLAG : 0);
  return { type: header.type, content };
};

/** WebP (RFC 9649). */
export const webp: ImageFormat = {
  inspect: (bytes) => {
    if (!isWebp(bytes)) return null;
    const mimeType = 'image/webp';
    const type = bytes.toString('latin1', 12, 16);
    if (type === 'VP8X') return { mimeType, width: uint24(bytes, 24) + 1, height: uint24(bytes, 27) + 1 };
    if (type === 'VP8L' && bytes[20] === 0x2f) {
      const bits = bytes.readUInt32LE(21);
      return { mimeType, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    if (type === 'VP8 ' && uint24(bytes, 23) === 0x2a019d)
      return {
        mimeType,
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
      };
    return null;
  },
  strip: (bytes) => {
    const end = bytes.readUInt32LE(4) + 8;
    const chunks = end <= bytes.length ? chunksOf(bytes, 12, end) : null;
    if (!chunks) return null;
    const exif = chunks.find(({ type }) => type === 'EXIF');
    const orientation = exif ? orientationOf(tiffOf(exif.content)) : 1;
    const kept = chunks
      .filter(({ type }) => NEEDED.has(type))
      .map((chunk) => {
        if (chunk.type === 'ANMF') return strippedFrame(chunk);
        return chunk.type === 'VP8X' ? strippedHeader(chunk, orientation > 1) : chunk;
      });
    if (kept.some((chunk) => chunk === null)) return null;
    const rotation = orientation > 1 ? [{ type: 'EXIF', content: orientationBlock(orientation) }] : [];
    const body = Buffer.concat([...kept, ...rotation].filter((chunk) => chunk !== null).map(written));
    const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
    head.writeUInt32LE(body.length + 4, 4);
    return Buffer.concat([head, body]);
  },
};
