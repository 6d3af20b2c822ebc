import { crc32 } from 'node:zlib';

/** The CRC-32 of a stored row. Its place is part of it, so a row in the place of another is found, too. */
export const checksumOf = (collection: number, seq: number, body: Uint8Array): number =>
  crc32(body, (Math.imul(seq, 0x9e3779b1) ^ Math.imul(collection, 0x85ebca6b)) >>> 0);
