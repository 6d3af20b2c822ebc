import { readdirSync, readFileSync } from 'node:fs';
import { PDFDocument } from '@cantoo/pdf-lib';
import { previewPageCount } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { cutSample } from '../src/pdf/cut-sample.ts';
import { openDocument, paintPage } from '../src/pdf/draw-page.ts';
import { makeSample } from '../src/pdf/make-sample.ts';
import { hiddenTextBooks } from './hidden-text-books.ts';
import { sentinelsIn } from './leaky-book.ts';
import { appendedBook, bookOf, picturedBook, plainBooks } from './plain-books.ts';

const onePage = { pages: 1, expectedPages: 4 };
const LATER = ['TEXT02', 'TEXT03', 'TEXT04'];

/** The selectable text of all pages of a PDF, also outside of the visible area. */
const textIn = async (pdf: Uint8Array): Promise<string> => {
  const open = await PDFDocument.load(pdf, { updateMetadata: false });
  for (const page of open.getPages()) {
    page.setMediaBox(-20_000, -20_000, 40_000, 40_000);
    page.setCropBox(-20_000, -20_000, 40_000, 40_000);
  }
  const document = await openDocument(await open.save());
  const parts: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    parts.push(...items.map((item) => ('str' in item ? item.str : '')));
  }
  await document.loadingTask.destroy();
  return parts.join(' ');
};

/** The sentinels of later pages in a PDF: in its text, and in its bytes with all streams decoded. */
const laterIn = async (pdf: Uint8Array): Promise<string[]> => {
  const text = await textIn(pdf);
  const found = new Set([...sentinelsIn(pdf), ...sentinelsIn(Buffer.from(text))]);
  return LATER.filter((word) => found.has(word));
};

/** The share of non-white pixels on the first page, from 0 to 1. */
const inkOf = async (pdf: Uint8Array): Promise<number> => {
  const document = await openDocument(pdf.slice());
  const { canvas } = await paintPage(document, 1, 200);
  await document.loadingTask.destroy();
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 245) dark += 1;
  return dark / (data.length / 4);
};

const hostile: [string, () => Promise<Uint8Array>][] = [
  ...Object.entries(hiddenTextBooks).map(([what, make]): [string, () => Promise<Uint8Array>] => [
    what,
    () => bookOf(make),
  ]),
  ...['one form moved under each page', 'one form inside a form of each page'].map(
    (what): [string, () => Promise<Uint8Array>] => [
      `${what}, with object streams`,
      () => bookOf(hiddenTextBooks[what] ?? (() => undefined), true),
    ],
  ),
  ['hidden text added by an incremental update', appendedBook],
];

describe('makeSample for a book whose pages contain hidden text', () => {
  it.each(hostile)('(%s) contains nothing of later pages', async (_what, make) => {
    const book = await make();
    expect(await laterIn(await cutSample(book, onePage)), 'the book leaks without makeSample').not.toEqual(
      [],
    );

    const sample = await makeSample(book, onePage);

    expect(await laterIn(sample)).toEqual([]);
    expect((await PDFDocument.load(sample)).getPageCount()).toBe(1);
    expect(await textIn(sample)).toBe('');
    expect(await inkOf(sample), 'the page is drawn').toBeGreaterThan(0.0005);
  });

  it('is tested with at least twenty such books', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(20);
  });

  it('keeps only the visible part of an image that later pages share', async () => {
    const { book, picture } = await picturedBook();
    expect(Buffer.from(await cutSample(book, onePage)).includes(picture)).toBe(true);

    const sample = await makeSample(book, onePage);

    expect(Buffer.from(sample).includes(picture)).toBe(false);
    expect(await inkOf(sample)).toBeGreaterThan(0.1);
  });

  it('keeps the size and the rotation of its pages', async () => {
    const rotated = await makeSample(await bookOf(hiddenTextBooks['rotated pages'] ?? (() => {})), onePage);

    const [page] = (await PDFDocument.load(rotated)).getPages();

    expect(page?.getSize()).toEqual({ width: 640, height: 400 });
  });
});

describe('makeSample for a book without hidden text', () => {
  it.each(Object.entries(plainBooks))('(%s) keeps the text', async (_what, make) => {
    const sample = await makeSample(await bookOf(make), onePage);

    expect(await textIn(sample)).toContain('SENTINELTEXT01END');
    expect(await laterIn(sample)).toEqual([]);
  });

  const folder = new URL('../../../deploy/seed/files/', import.meta.url);
  const seeds = readdirSync(folder).filter((name) => name.endsWith('.pdf'));

  it('is tested with the seed books', () => {
    expect(seeds.length).toBeGreaterThan(20);
  });

  it.each(seeds)('(seed book %s) keeps the text', async (name) => {
    const book = readFileSync(new URL(name, folder));
    const expectedPages = (await PDFDocument.load(book)).getPageCount();
    const pages = previewPageCount(expectedPages, 3);

    const sample = await makeSample(book, { pages, expectedPages });

    const cut = await cutSample(book, { pages, expectedPages });
    expect(Buffer.from(sample).equals(cut)).toBe(true);
  });
});
