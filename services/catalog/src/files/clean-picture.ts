const EXIF = Buffer.from('Exif\0\0', 'latin1');
const ORIENTATION = 0x01_12;
/** Chunks of a PNG that tell of people, places and programs; pictures look the same without them. */
const tellTales = new Set(['eXIf', 'tEXt', 'iTXt', 'zTXt', 'tIME']);

/** How the camera was held, 1 to 8, as a segment of EXIF says; 1 when it does not. */
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

/** EXIF with nothing in it but how the camera was held. */
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

/** Of the marks that hold no picture, the format's own, colours and Adobe's are needed to draw it right. */
const isNeeded = (mark: number, segment: Buffer): boolean => {
  if (mark === 0xfe) return false;
  if (mark < 0xe0 || mark > 0xef) return true;
  return (
    mark === 0xe0 || mark === 0xee || (mark === 0xe2 && segment.toString('latin1', 4, 15) === 'ICC_PROFILE')
  );
};

/** Where the picture data that begins here ends: at the next mark that is not part of it. */
const endOfScan = (memory: Buffer, start: number): number => {
  for (let at = memory.indexOf(0xff, start); at >= 0; at = memory.indexOf(0xff, at + 1)) {
    const next = memory[at + 1];
    if (next !== undefined && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return memory.length;
};

/** A JPG without places, people, programs, small copies of itself and whatever stands behind its end. */
export const cleanJpg = (memory: Buffer): Buffer => {
  const parts = [memory.subarray(0, 2)];
  for (let at = 2; at + 1 < memory.length; ) {
    const mark = memory[at + 1] ?? 0;
    if (mark === 0xff) {
      at += 1;
      continue;
    }
    if (memory[at] !== 0xff || mark === 0xd9 || at + 4 > memory.length) break;
    const end = at + 2 + memory.readUInt16BE(at + 2);
    const segment = memory.subarray(at, end);
    const orientation = mark === 0xe1 ? orientationIn(segment) : 1;
    if (orientation > 1) parts.push(orientationSegment(orientation));
    const until = mark === 0xda ? endOfScan(memory, end) : end;
    if (isNeeded(mark, segment)) parts.push(memory.subarray(at, until));
    at = until;
  }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]);
};

/** A PNG without places, people and programs, and without whatever stands behind its end. Null when it has no end. */
export const cleanPng = (memory: Buffer): Buffer | null => {
  const parts = [memory.subarray(0, 8)];
  for (let at = 8; at + 12 <= memory.length; ) {
    const type = memory.toString('latin1', at + 4, at + 8);
    const end = at + 12 + memory.readUInt32BE(at);
    if (end > memory.length) return null;
    if (!tellTales.has(type)) parts.push(memory.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(parts);
    at = end;
  }
  return null;
};
