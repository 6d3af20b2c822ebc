const ORIENTATION = 0x01_12;
const MAX_ENTRIES = 200;

/** The orientation in a TIFF block (EXIF 2.32 §4.6.4), 1 to 8; 1 when it is absent. */
export const orientationOf = (tiff: Buffer): number => {
  if (tiff.length < 10) return 1;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const count = Math.min(short(start), MAX_ENTRIES);
  for (let entry = 0; entry < count; entry += 1) {
    const at = start + 2 + entry * 12;
    if (short(at) === ORIENTATION) return Math.min(Math.max(short(at + 8), 1), 8);
  }
  return 1;
};

/** A TIFF block with the orientation only. */
export const orientationBlock = (orientation: number): Buffer => {
  const block = Buffer.alloc(26);
  block.write('MM\0*', 'latin1');
  block.writeUInt32BE(8, 4);
  block.writeUInt16BE(1, 8);
  block.writeUInt16BE(ORIENTATION, 10);
  block.writeUInt16BE(3, 12);
  block.writeUInt32BE(1, 14);
  block.writeUInt16BE(orientation, 18);
  return block;
};
