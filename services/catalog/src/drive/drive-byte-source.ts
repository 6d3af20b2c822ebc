import { buffer } from 'node:stream/consumers';
import type { FileStore } from '@satrangi/chassis';
import type { ByteSource } from '../files/byte-source.ts';

/** Read-ahead buffer, so that many small reads cost few requests. */
const READ_AHEAD = 256 * 1024;

/** A byte source for a file in Drive. @param size in bytes */
export const driveByteSource = (files: FileStore, key: string, size: number): ByteSource => {
  let window = { start: 0, memory: Buffer.alloc(0) };
  return {
    size,
    read: async (start, length) => {
      const end = Math.min(start + length, size);
      if (start >= end) return Buffer.alloc(0);
      const isInside = start >= window.start && end <= window.start + window.memory.length;
      if (!isInside) {
        const until = Math.min(Math.max(end, start + READ_AHEAD), size);
        window = { start, memory: await buffer(await files.open(key, { start, end: until - 1 })) };
      }
      return window.memory.subarray(start - window.start, end - window.start);
    },
  };
};
