const EXIF = Buffer.from('Exif\0\0', 'latin1');
const ORIENTATION = 0x01_12;
/** PNG chunks with personal or software metadata; they do not affect rendering. */
const METADATA_CHUNKS = new Set(['eXIf', 'tEXt', 'iTXt', 'zTXt', 'tIME']);

/** The EXIF orientation of a segment, 1 to 8; 1 when it is absent. */
const orientationIn = (segment: Buffer): number => {
  const tiff = segment.subarray(10);
  if (!segment.subarray(4, 10).equals(EXIF) || tiff.length < 10) return 1;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const count = Math.min(short(start), 200);
  for (let entry = 0; entry < count; entry += 1) {
    const at = start + 2 + entry * 12;
    if (short(at) === ORIENTATION) return Math.min(Math.max(short(at + 8), 1), 8);
  }
  return 1;
};

/** An EXIF segment with the orientation only. */
const orientationSegment = (orientation: number): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xe1, 0, 34]),
    EXIF,
    Buffer.from([
      0x4d,
      0x4d,
      0,
      0x2a,
      0,
      0,
      0,
      8,
      0,
      1,
      1,
      0x12,
      0,
      3,
      0,
      0,
      0,
      1,
      0,
      orientation,
      0,
      0,
      0,
      0,
      0,
      0,
    ]),
  ]);

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
const endOfScan = (memory: Buffer, start: number): number => {
  for (let at = memory.indexOf(0xff, start); at >= 0; at = memory.indexOf(0xff, at + 1)) {
    const next = memory[at + 1];
    if (next !== undefined && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return memory.length;
};

/** Removes metadata, embedded thumbnails and trailing bytes from a JPEG; keeps the orientation. */
export const stripJpegMetadata = (memory: Buffer): Buffer => {
  const parts = [memory.subarray(0, 2)];
  for (let at = 2; at + 1 < memory.length; ) {
    const marker = memory[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (memory[at] !== 0xff || marker === 0xd9 || at + 4 > memory.length) break;
    const end = at + 2 + memory.readUInt16BE(at + 2);
    const segment = memory.subarray(at, end);
    const orientation = marker === 0xe1 ? orientationIn(segment) : 1;
    if (orientation > 1) parts.push(orientationSegment(orientation));
    const until = marker === 0xda ? endOfScan(memory, end) : end;
    if (isNeeded(marker, segment)) parts.push(memory.subarray(at, until));
    at = until;
  }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]);
};

/** Removes metadata and trailing bytes from a PNG. @returns null when it has no end chunk */
export const stripPngMetadata = (memory: Buffer): Buffer | null => {
  const parts = [memory.subarray(0, 8)];
  for (let at = 8; at + 12 <= memory.length; ) {
    const type = memory.toString('latin1', at + 4, at + 8);
    const end = at + 12 + memory.readUInt32BE(at);
    if (end > memory.length) return null;
    if (!METADATA_CHUNKS.has(type)) parts.push(memory.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(parts);
    at = end;
  }
  return null;
};
