import { open } from 'node:fs/promises';

/** A file that can be read in pieces, on disk or far away. */
export type Bytes = {
  readonly size: number;
  /** Fewer bytes than asked for at the end of the file. */
  readonly read: (start: number, length: number) => Promise<Buffer>;
};

/** Hands a file on disk to a reader and closes it. */
export const withFile = async <T>(path: string, look: (bytes: Bytes) => Promise<T>): Promise<T> => {
  await using file = await open(path);
  const { size } = await file.stat();
  return await look({
    size,
    read: async (start, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
      return buffer.subarray(0, bytesRead);
    },
  });
};

/** What is inside a file of sound or moving pictures. Null: it is not one of its kind, or broken. */
export type Reel = { readonly seconds: number | null; readonly hasVideo: boolean };
