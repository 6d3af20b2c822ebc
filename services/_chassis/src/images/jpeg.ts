import { orientationBlock, orientationOf } from './exif.ts';
import type { ImageFormat, ImageInfo } from './image.ts';

const EXIF = Buffer.from('Exif\0\0', 'latin1');

const orientationInSegment = (segment: Buffer): number =>
  segment.subarray(4, 10).equals(EXIF) ? orientationOf(segment.subarray(10)) : 1;

/** An EXIF segment with the orientation only. */
const orientationSegment = (orientation: number): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xe1, 0, 34]), EXIF, orientationBlock(orientation)]);

const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Reads marker by marker up to the frame header with the size. */
const inspect = (bytes: Buffer): ImageInfo | null => {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrameHeader(marker))
      return {
        mimeType: 'image/jpeg',
        height: bytes.readUInt16BE(at + 5),
        width: bytes.readUInt16BE(at + 7),
      };
    if (marker === 0xda || marker === 0xd9) return null;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
};

/** True for segments that rendering needs: image data, JFIF, the ICC profile and Adobe's color transform. */
const isNeeded = (marker: number, segment: Buffer): boolean => {
  if (marker === 0xfe) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  return (
    marker === 0xe0 ||
    marker === 0xee ||
    (marker === 0xe2 && segment.toString('latin1', 4, 15) === 'ICC_PROFILE')
  );
};

/** The end of the scan data that starts here: the next marker that is not part of it. */
const endOfScan = (bytes: Buffer, start: number): number => {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next !== undefined && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
};

/** Removes metadata, embedded thumbnails and trailing bytes; keeps the orientation. */
const strip = (bytes: Buffer): Buffer => {
  const parts = [bytes.subarray(0, 2)];
  for (let at = 2; at + 1 < bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (bytes[at] !== 0xff || marker === 0xd9 || at + 4 > bytes.length) break;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const segment = bytes.subarray(at, end);
    const orientation = marker === 0xe1 ? orientationInSegment(segment) : 1;
    if (orientation > 1) parts.push(orientationSegment(orientation));
    const until = marker === 0xda ? endOfScan(bytes, end) : end;
    if (isNeeded(marker, segment)) parts.push(bytes.subarray(at, until));
    at = until;
  }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]);
};

/** JPEG (ITU-T T.81, annex B). */
export const jpeg: ImageFormat = { inspect, strip };
