import { open } from 'node:fs/promises';

/** Random access to a file on disk or in Drive. */
export type ByteSource = {
  readonly size: number;
  /** Returns fewer bytes at the end of the file. */
  readonly read: (start: number, length: number) => Promise<Buffer>;
};

/** Opens a file on disk, runs `inspect` on it and closes it. */
export const withFile = async <T>(path: string, inspect: (bytes: ByteSource) => Promise<T>): Promise<T> => {
  await using file = await open(path);
  const { size } = await file.stat();
  return await inspect({
    size,
    read: async (start, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
      return buffer.subarray(0, bytesRead);
    },
  });
};

/** The properties of an audio or video file. Readers return null for a file of another format or a broken one. */
export type StreamInfo = { readonly seconds: number | null; readonly hasVideo: boolean };
