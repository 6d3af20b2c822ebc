import { Readable } from 'node:stream';
import type { Source } from './file-source.ts';

/** Concatenates a file and its watermark. A range reads from the file, from the watermark, or from both. */
export const watermarkedSource = ({ bytes, revision, open }: Source, watermark: Buffer): Source => ({
  bytes: bytes + watermark.length,
  revision,
  open: async ({ start, end }, signal) => {
    const tail = watermark.subarray(Math.max(0, start - bytes), Math.max(0, end + 1 - bytes));
    if (start >= bytes) return Readable.from([tail]);
    const front = await open({ start, end: Math.min(end, bytes - 1) }, signal);
    if (tail.length === 0) return front;
    const both = async function* () {
      yield* front;
      yield tail;
    };
    // a generator that was never started closes nothing
    return Readable.from(both(), { objectMode: false }).once('close', () => front.destroy());
  },
});
