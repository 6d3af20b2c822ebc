/** Uploads while the disk fills up. */
import fs from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { bootPublishing } from './boot-publishing.ts';
import { pdfOf } from './manuscripts.ts';

const BYTES = 400_000;
const POINTS = 20;

afterEach(() => void vi.restoreAllMocks());

const { createWriteStream } = fs;

/** From now on the disk has room for so many bytes of each file that is written. */
const leaveRoomFor = (room: number): void => {
  vi.spyOn(fs, 'createWriteStream').mockImplementation((file) => {
    const stream = createWriteStream(file);
    const write = stream._write.bind(stream);
    let taken = 0;
    stream._writev = (parts, done) =>
      stream._write(Buffer.concat(parts.map(({ chunk }) => Buffer.from(chunk))), 'utf8', done);
    stream._write = (chunk, encoding, done) => {
      taken += Buffer.byteLength(chunk);
      if (taken <= room) write(chunk, encoding, done);
      else done(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
    };
    return stream;
  });
};

it(`a disk that is full after any of ${POINTS} parts refuses the upload and keeps nothing of it (P64)`, {
  timeout: 300_000,
}, async () => {
  await using fixture = await bootPublishing();
  const { dataDir } = fixture.service.context.settings;
  const left = async (): Promise<string[]> => [
    ...(await readdir(join(dataDir, 'arriving')).catch(() => [])),
    ...(await readdir(join(dataDir, 'manuscripts')).catch(() => [])),
  ];
  const answers: number[] = [];
  for (let point = 0; point < POINTS; point += 1) {
    leaveRoomFor((point * BYTES) / POINTS);
    answers.push((await fixture.upload(pdfOf(BYTES))).status);
    vi.restoreAllMocks();
  }

  expect(new Set(answers)).toEqual(new Set([503]));
  await fixture.service.runJob('sweep-uploads');
  expect([await left(), await fixture.stored('uploads')]).toEqual([[], []]);
  expect((await fixture.upload(pdfOf(BYTES))).status).toBe(200);
});
