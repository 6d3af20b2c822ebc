/** An EPUB with a picture, and a folder for copies of it. */
import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { epubOf } from '@satrangi/chassis/testing';
import { afterAll } from 'vitest';
import { extractEpubCode } from '../src/epub/watermark-epub.ts';
import { readEpub } from './epub-reader.ts';

export const picture = Buffer.alloc(300_000, 'a picture of rain');
export const epub = epubOf({ more: [{ name: 'OEBPS/rain.png', content: picture }] });

/** A folder for the files of one test file, removed at its end. */
export const epubFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'satrangi-epub-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const store = async (bytes: Uint8Array, name = `${crypto.randomUUID()}.epub`): Promise<string> => {
    await writeFile(join(folder, name), bytes);
    return join(folder, name);
  };
  return {
    path: (): string => join(folder, crypto.randomUUID()),
    store,
    /** The code in the watermark; null without one. */
    codeOf: async (bytes: Uint8Array) => extractEpubCode(await store(bytes)),
    opened: async (bytes: Uint8Array) => readEpub(await store(bytes)),
  };
};
