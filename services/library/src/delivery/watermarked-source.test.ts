import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import { watermarkedSource } from './watermarked-source.ts';

const file = Buffer.from('0123456789');
const signal = new AbortController().signal;

/** A file with its watermark, and the streams that were opened of it. */
const openedFile = () => {
  const opened: Readable[] = [];
  const source = watermarkedSource(
    {
      bytes: file.length,
      revision: 'v1',
      open: ({ start, end }) => {
        const stream = Readable.from([file.subarray(start, end + 1)]);
        opened.push(stream);
        return stream;
      },
    },
    Buffer.from('abc'),
  );
  return { source, opened };
};

it.each([
  [0, 12, '0123456789abc'],
  [8, 10, '89a'],
  [2, 4, '234'],
  [11, 12, 'bc'],
])('bytes %d to %d are of the file, of the watermark, or of both', async (start, end, text) => {
  const { source } = openedFile();
  expect((await buffer(await source.open({ start, end }, signal))).toString()).toBe(text);
});

it.each(['before it is read', 'while it is read'])(
  'the file is closed with the stream of both, %s',
  async (when) => {
    const { source, opened } = openedFile();
    const both = await source.open({ start: 0, end: 12 }, signal);
    both.on('error', () => undefined);
    if (when === 'while it is read') await new Promise((resolve) => both.once('readable', resolve));
    both.destroy();
    await vi.waitFor(() => expect(opened.map(({ destroyed }) => destroyed)).toEqual([true]));
  },
);
