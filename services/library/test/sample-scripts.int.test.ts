import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PDFDocument } from '@cantoo/pdf-lib';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutSample } from '../src/pdf/cut-sample.ts';
import { drawPage } from '../src/pdf/draw-page.ts';

const books = fileURLToPath(new URL('../../../deploy/seed/files/', import.meta.url));
const PAGES = 4;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satrangi-scripts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The share of dark pixels on a drawn page, from 0 to 1. */
const inkOf = async (webp: Uint8Array): Promise<number> => {
  const image = await loadImage(Buffer.from(webp));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) dark += 1;
  return dark / (data.length / 4);
};

describe('a sample renders exactly like the first pages of the book', () => {
  it.each([
    ['Latin', 'seven-ways-home'],
    ['Devanagari', 'barsaat-ke-baad'],
    ['Tamil', 'kadaisi-perundhu'],
    ['Bengali', 'nadir-opare'],
    ['Nastaliq', 'rangon-ka-mausam'],
  ])('in %s', async (_script, slug) => {
    const original = join(books, `${slug}.pdf`);
    const source = await readFile(original);
    const expectedPages = (await PDFDocument.load(source)).getPageCount();
    const sample = join(folder, `${slug}.pdf`);
    await writeFile(sample, await cutSample(source, { pages: PAGES, expectedPages }));
    for (let page = 1; page <= PAGES; page++) {
      const [expected, cut] = [await drawPage(original, page, 600), await drawPage(sample, page, 600)];
      expect(Buffer.from(cut).equals(expected)).toBe(true);
      if (page === PAGES) expect(await inkOf(cut)).toBeGreaterThan(0.01);
    }
  });
});
