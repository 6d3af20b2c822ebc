import { buffer } from 'node:stream/consumers';
import type { FileStore } from '@satrangi/chassis';
import type { Bytes } from '../files/bytes.ts';

/** Read ahead, so that looking at many small places costs few requests. */
const WINDOW = 256 * 1024;

/** A file in Drive that can be read in pieces, `size` bytes long. */
export const driveBytes = (files: FileStore, key: string, size: number): Bytes => {
  let window = { start: 0, memory: Buffer.alloc(0) };
  return {
    size,
    read: async (start, length) => {
      const end = Math.min(start + length, size);
      if (start >= end) return Buffer.alloc(0);
      const isInside = start >= window.start && end <= window.start + window.memory.length;
      if (!isInside) {
        const until = Math.min(Math.max(end, start + WINDOW), size);
        window = { start, memory: await buffer(files.open(key, { start, end: until - 1 })) };
      }
      return window.memory.subarray(start - window.start, end - window.start);
    },
  };
};
