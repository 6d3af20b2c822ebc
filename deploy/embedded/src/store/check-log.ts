import { existsSync, readFileSync } from 'node:fs';
import { damaged } from './store-error.ts';

/** Sizes and offsets in bytes, and the two magic numbers. Source: sqlite.org/fileformat2.html, "WAL File Format". */
const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC = 0x377f0682;
const SALT = { header: 16, frame: 8, length: 8 };
const CHECKED = { header: 24, frame: 8 };

type Sums = readonly [number, number];

/** Continues SQLite's checksum over the bytes, as pairs of 32-bit words. */
const sumsOf = (bytes: Buffer, [first, second]: Sums, isBig: boolean): Sums => {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let a = first;
  let b = second;
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + words.getUint32(at, !isBig) + b) >>> 0;
    b = (b + words.getUint32(at + 4, !isBig) + a) >>> 0;
  }
  return [a, b];
};

const isSum = (bytes: Buffer, at: number, [a, b]: Sums): boolean =>
  bytes.readUInt32BE(at) === a && bytes.readUInt32BE(at + 4) === b;

/** A frame belongs to this round of the log when it has the salt of the header. */
const hasSaltOf =
  (log: Buffer) =>
  (frame: Buffer): boolean =>
    frame.compare(log, SALT.header, SALT.header + SALT.length, SALT.frame, SALT.frame + SALT.length) === 0;

/** The frames up to the last one of this round; those of an earlier round may follow. */
const framesOf = (log: Buffer): Buffer[] => {
  const size = FRAME_HEADER + log.readUInt32BE(8);
  const frames = Array.from({ length: Math.floor((log.length - HEADER) / size) }, (_, n) =>
    log.subarray(HEADER + n * size, HEADER + (n + 1) * size),
  );
  return frames.slice(0, frames.findLastIndex(hasSaltOf(log)) + 1);
};

/** A frame with a size ends a transaction. */
const endsTransaction = (frame: Buffer): boolean => frame.readUInt32BE(4) !== 0;

/** The position of the first frame with a wrong salt or checksum; the number of frames when there is none. */
const firstInvalid = (log: Buffer, frames: readonly Buffer[], start: Sums, isBig: boolean): number => {
  const isCurrent = hasSaltOf(log);
  let sums = start;
  for (const [n, frame] of frames.entries()) {
    sums = sumsOf(frame.subarray(0, CHECKED.frame), sums, isBig);
    sums = sumsOf(frame.subarray(FRAME_HEADER), sums, isBig);
    if (!isCurrent(frame) || !isSum(frame, 16, sums)) return n;
  }
  return frames.length;
};

/**
 * SQLite ends the write-ahead log at the first invalid frame, because an incomplete write looks like that. It is one only
 * in the last transaction: each is on disk before the next begins. Earlier it is damage, and would lose acknowledged writes.
 * @throws StoreError when the log is damaged
 */
export const checkLog = (file: string): void => {
  const name = `${file}-wal`;
  const log = existsSync(name) ? readFileSync(name) : Buffer.alloc(0);
  // shorter than a header, or a header that was never written
  if (log.length < HEADER || log.subarray(0, HEADER).every((byte) => byte === 0)) return;
  const isBig = (log.readUInt32BE(0) & 1) === 1;
  const start = sumsOf(log.subarray(0, CHECKED.header), [0, 0], isBig);
  if (log.readUInt32BE(0) >>> 1 !== MAGIC >>> 1 || !isSum(log, CHECKED.header, start))
    throw damaged(name, 'wrong checksum of its header');
  const frames = framesOf(log);
  const invalid = firstInvalid(log, frames, start, isBig);
  if (frames.slice(invalid).filter(endsTransaction).length > 1)
    throw damaged(name, `wrong checksum of frame ${invalid + 1} of ${frames.length}`);
};
