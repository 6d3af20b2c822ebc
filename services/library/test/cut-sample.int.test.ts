import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { checkSample, fingerprint } from '../src/pdf/check-sample.ts';
import { cutSample } from '../src/pdf/cut-sample.ts';
import { drawPage } from '../src/pdf/draw-page.ts';
import { leakyBook, sentinelsIn } from './leaky-book.ts';

const cut = (book: Uint8Array, pages: number, expectedPages = 20): Promise<Uint8Array> =>
  cutSample(book, { pages, expectedPages });

/** The content of two pages: their text, their forms and the nested forms. */
const twoPages = ['DEEP01', 'DEEP02', 'FORM01', 'FORM02', 'TEXT01', 'TEXT02'];

/** A corrupted copy of the book: truncated, with a gap, or with random bytes. Deterministic for a seed. */
const corrupted = (book: Uint8Array, seed: number): Buffer => {
  let state = seed;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const copy = Buffer.from(book);
  if (seed % 3 === 0) return copy.subarray(0, copy.length - random(copy.length / 2));
  if (seed % 3 === 1) {
    const start = random(copy.length - 2_000);
    return Buffer.concat([copy.subarray(0, start), copy.subarray(start + random(2_000))]);
  }
  for (let n = 0; n < 20; n++) copy[random(copy.length)] = random(256);
  return copy;
};

describe('cutSample', () => {
  it('keeps the content of its pages and nothing else of the book', async () => {
    const book = await leakyBook();
    expect(sentinelsIn(book).length).toBeGreaterThan(80);

    expect(sentinelsIn(await cut(book, 2))).toEqual(twoPages);
  });

  it('leaks without pruning (negative control)', async () => {
    const unsafe: typeof import('../src/pdf/cut-sample.ts') = await import(
      /* @vite-ignore */ `../src/pdf/cut-sample.ts?mutations=${'preview-strip'}`
    );
    const found = sentinelsIn(await unsafe.cutSample(await leakyBook(), { pages: 2, expectedPages: 20 }));

    expect(found).toEqual(
      expect.arrayContaining(['TEXT20', 'FORM20', 'DEEP20', 'NOTE20', 'MARK20', 'XMP20']),
    );
  });

  it('cuts a book without object streams', async () => {
    const book = await PDFDocument.load(await leakyBook());

    expect(sentinelsIn(await cut(await book.save({ useObjectStreams: false }), 2))).toEqual(twoPages);
  });

  it('uses the newest revision of a book with incremental updates', async () => {
    const original = await leakyBook();
    const book = await PDFDocument.load(original, { forIncrementalUpdate: true });
    const blank = book.context.register(book.context.flateStream('0 0 1 1 re f'));
    book.getPages()[0]?.node.set(PDFName.of('Contents'), blank);
    const appended = await book.save();
    expect(Buffer.from(appended).subarray(0, original.length).equals(original)).toBe(true);
    expect(sentinelsIn(appended)).toContain('TEXT01');

    expect(sentinelsIn(await cut(appended, 2))).toEqual(['DEEP02', 'FORM02', 'TEXT02']);
  });

  it('returns the only page of a book of one page', async () => {
    const found = sentinelsIn(await cut(await leakyBook(1), 1, 1));

    expect(found).toEqual(['DEEP01', 'FORM01', 'TEXT01']);
  });

  it('returns the smaller sample when the file has fewer pages than the catalog states', async () => {
    const sample = await PDFDocument.load(await cut(await leakyBook(20), 10, 100));

    expect(sample.getPageCount()).toBe(2);
  });

  it('rejects files that are not a PDF, broken or encrypted', async () => {
    const book = await leakyBook();
    const encrypted = await PDFDocument.load(book);
    encrypted.encrypt({ userPassword: 'secret', ownerPassword: 'owner' });

    await expect(cut(Buffer.from('no book at all'), 2)).rejects.toThrow();
    await expect(cut(book.subarray(0, 3_000), 2)).rejects.toThrow();
    await expect(cut(await encrypted.save(), 2)).rejects.toThrow();
  });

  it('cuts a book of 2,000 pages', { timeout: 60_000 }, async () => {
    const found = sentinelsIn(await cut(await leakyBook(2_000), 2, 2_000));

    expect(found).toEqual(twoPages);
  });

  it('leaks nothing of later pages from corrupted books', async () => {
    const book = await PDFDocument.load(await leakyBook());
    const intact = Buffer.from(await book.save({ useObjectStreams: false }));
    let rejected = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const leaked = await cut(corrupted(intact, seed), 2).then(
        (sample) => sentinelsIn(sample).filter((mark) => !twoPages.includes(mark)),
        () => {
          rejected += 1;
          return [];
        },
      );
      expect(leaked).toEqual([]);
    }
    expect(rejected).toBeGreaterThan(0);
    expect(rejected).toBeLessThan(60);
  });

  it('rejects a book with hidden layers', async () => {
    const book = await PDFDocument.load(await leakyBook());
    const layer = book.context.register(book.context.obj({ Type: 'OCG', Name: 'x' }));
    book.catalog.set(PDFName.of('OCProperties'), book.context.obj({ OCGs: [layer], D: { OFF: [layer] } }));

    await expect(cut(await book.save(), 2)).rejects.toThrow('hides layers');
  });
});

describe('drawPage', () => {
  it('draws content of a visible layer, although a sample has no layers', async () => {
    const book = await PDFDocument.create();
    const page = book.addPage([100, 100]);
    const layer = book.context.register(book.context.obj({ Type: 'OCG', Name: 'Text' }));
    const properties = book.context.obj({ Layer: layer });
    page.node.set(PDFName.of('Resources'), book.context.obj({ Properties: properties }));
    const ink = book.context.stream('/OC /Layer BDC 0 0 0 rg 0 0 100 100 re f EMC');
    page.node.set(PDFName.of('Contents'), book.context.register(ink));
    book.catalog.set(PDFName.of('OCProperties'), book.context.obj({ OCGs: [layer], D: { ON: [layer] } }));
    const folder = await mkdtemp(join(tmpdir(), 'satrangi-layer-'));
    try {
      const path = join(folder, 'sample.pdf');
      await writeFile(path, await cut(await book.save(), 1, 1));
      const image = await loadImage(Buffer.from(await drawPage(path, 1, 100)));
      const context = createCanvas(100, 100).getContext('2d');
      context.drawImage(image, 0, 0);
      expect([...context.getImageData(50, 50, 1, 1).data]).toEqual([0, 0, 0, 255]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('checkSample', () => {
  it('rejects a sample with links, scripts, attachments or metadata', async () => {
    await expect(checkSample(await leakyBook(2), 2, new Set())).rejects.toThrow();
    const sample = await cut(await leakyBook(), 2);
    await expect(checkSample(sample, 3, new Set())).rejects.toThrow('number of pages');
    await expect(checkSample(sample, 2, new Set())).resolves.toBeUndefined();
  });

  it('rejects a sample that contains content of a later page', async () => {
    const leaking = await cut(await leakyBook(), 3);
    const third = (await PDFDocument.load(leaking)).getPages()[2]?.node.Contents();
    const mark = third && fingerprint(third);

    await expect(checkSample(leaking, 3, new Set([mark ?? '']))).rejects.toThrow('a later page');
  });
});
