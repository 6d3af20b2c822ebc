import { Readable } from 'node:stream';
import type { Source } from './file-source.ts';

/** A file and a few bytes behind it, as one: a range takes from the first, from the second, or from both. */
export const sealedSource = ({ bytes, revision, open }: Source, seal: Buffer): Source => ({
  bytes: bytes + seal.length,
  revision,
  open: async ({ start, end }, signal) => {
    const tail = seal.subarray(Math.max(0, start - bytes), Math.max(0, end + 1 - bytes));
    if (start >= bytes) return Readable.from([tail]);
    const front = await open({ start, end: Math.min(end, bytes - 1) }, signal);
    if (tail.length === 0) return front;
    const both = async function* () {
      yield* front;
      yield tail;
    };
    return Readable.from(both(), { objectMode: false });
  },
});
