import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { previewPageCount } from '@satrangi/contracts';
import { checkSample, fingerprint } from './check-sample.ts';
import { contentsOf, prunePage } from './prune-page.ts';
import { type Structure, structureOf } from './shared-content.ts';

/** `expected` is what the catalog says of the file; a file that says otherwise gives the smaller sample of the two. */
export type Cut = {
  readonly pages: number;
  readonly expectedPages: number;
};

/** Layers switched off by the document would come to light in a sample, which does not carry the switches. */
const refuseHiddenLayers = (document: PDFDocument): void => {
  const layers = document.catalog.lookup(PDFName.of('OCProperties'));
  if (!(layers instanceof PDFDict)) return;
  const settings = layers.lookup(PDFName.of('D'));
  const off = settings instanceof PDFDict ? settings.lookup(PDFName.of('OFF')) : undefined;
  const base = settings instanceof PDFDict ? settings.lookup(PDFName.of('BaseState')) : undefined;
  const hidesSome = off !== undefined && off.toString().replace(/[[\]\s]/g, '') !== '';
  if (hidesSome || base === PDFName.of('OFF')) throw new TypeError('the document hides layers');
};

/** Fingerprints of the content streams that no page of the sample draws with. */
const withheldOf = (document: PDFDocument, pages: number): Set<string> => {
  const marks = document.getPages().map((page) => contentsOf(page.node).map(fingerprint));
  const shown = new Set(marks.slice(0, pages).flat());
  return new Set(
    marks
      .slice(pages)
      .flat()
      .filter((mark) => mark !== null && !shown.has(mark)) as string[],
  );
};

/** A sample whose text is the book's own, and what the book's structure shows about giving it away. */
export type CutPages = { readonly bytes: Uint8Array; readonly structure: Structure };

/** Comparing more later pages than this takes longer than a reader waits. */
const MOST_COMPARED = 600;

/** What can not be compared is not given as text. */
const comparedTo = (book: PDFDocument, count: number): Structure => {
  if (book.getPageCount() - count > MOST_COMPARED)
    return { problem: 'there are too many pages to compare', sharesImages: false };
  try {
    return structureOf(book, count);
  } catch {
    return { problem: 'later pages can not be read', sharesImages: false };
  }
};

/**
 * The first pages of a PDF as a document of its own, without anything else of the book: no links, outlines,
 * attachments, scripts, forms, metadata, structure, nor resources these pages do not draw with. Text that these pages
 * hold and do not show is still inside: only `makeSample` answers what may be given to readers.
 * @throws on anything that is not understood, encrypted or broken: no sample is better than too much of one.
 */
export const cutPages = async (source: Uint8Array, { pages, expectedPages }: Cut): Promise<CutPages> => {
  const book = await PDFDocument.load(source, {
    updateMetadata: false,
    throwOnInvalidObject: true,
    parseSpeed: Number.POSITIVE_INFINITY,
  });
  const actual = book.getPageCount();
  const allowed = actual === expectedPages ? pages : Math.min(pages, previewPageCount(actual, null));
  const count = Math.min(actual, allowed);
  if (count < 1) throw new TypeError('there is no page to show');
  refuseHiddenLayers(book);
  const withheld = withheldOf(book, count);
  for (const page of book.getPages().slice(0, count)) prunePage(page.node);
  const sample = await PDFDocument.create({ updateMetadata: false });
  const order = Array.from({ length: count }, (_, index) => index);
  for (const page of await sample.copyPages(book, order)) sample.addPage(page);
  const bytes = await sample.save({ useObjectStreams: false, addDefaultPage: false });
  await checkSample(bytes, count, withheld);
  return { bytes, structure: comparedTo(book, count) };
};

/** The bytes of `cutPages`. */
export const cutSample = async (source: Uint8Array, cut: Cut): Promise<Uint8Array> =>
  (await cutPages(source, cut)).bytes;
