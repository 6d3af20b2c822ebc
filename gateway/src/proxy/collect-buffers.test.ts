import { PassThrough } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { createBufferCollection } from './collect-buffers.ts';

const MEGABYTE = 1024 * 1024;

it('collects garbage after every 8 MB of all uploads', async () => {
  const collect = vi.fn();
  const collectBuffersOf = createBufferCollection(collect);
  const uploads = [new PassThrough(), new PassThrough()] as const;
  for (const upload of uploads) collectBuffersOf(upload);

  for (let sent = 0; sent < 7; sent += 1) {
    uploads[0].push(Buffer.alloc(MEGABYTE));
    await vi.waitFor(() => expect(uploads[0].readableLength).toBe(0));
  }
  expect(collect).not.toHaveBeenCalled();

  uploads[1].push(Buffer.alloc(2 * MEGABYTE));
  await vi.waitFor(() => expect(collect).toHaveBeenCalledTimes(1));
});
