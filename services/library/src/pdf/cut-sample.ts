import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { previewPageCount, type SampleRange } from '@satrangi/contracts';
import { checkSample, fingerprint } from './check-sample.ts';
import { contentsOf, prunePage } from './prune-page.ts';
import { isInRange, type Structure, structureOf } from './shared-content.ts';

/** When the file's page count differs from `expectedPages` of the catalog, the smaller sample of the two is cut. */
export type SampleOptions = {
  /** The first page of the sample; 1 by default. */
  readonly first?: number;
  readonly pages: number;
  readonly expectedPages: number;
};

/** A sample does not contain the layer settings, so hidden layers would become visible. */
const rejectHiddenLayers = (document: PDFDocument): void => {
  const layers = document.catalog.lookup(PDFName.of('OCProperties'));
  if (!(layers instanceof PDFDict)) return;
  const settings = layers.lookup(PDFName.of('D'));
  const off = settings instanceof PDFDict ? settings.lookup(PDFName.of('OFF')) : undefined;
  const base = settings instanceof PDFDict ? settings.lookup(PDFName.of('BaseState')) : undefined;
  const hidesSome = off !== undefined && off.toString().replace(/[[\]\s]/g, '') !== '';
  if (hidesSome || base === PDFName.of('OFF')) throw new TypeError('the document hides layers');
};

/** Fingerprints of the content streams that no page of the sample uses. */
const withheldOf = (document: PDFDocument, range: SampleRange): Set<string> => {
  const hashes = document.getPages().map((page) => contentsOf(page.node).map(fingerprint));
  const shown = new Set(hashes.filter((_, index) => isInRange(range, index + 1)).flat());
  return new Set(
    hashes
      .filter((_, index) => !isInRange(range, index + 1))
      .flat()
      .filter((hash) => hash !== null && !shown.has(hash)) as string[],
  );
};

/** The pages with their original text, the range that was cut, and the comparison of their structure with other pages. */
export type CutPages = {
  readonly bytes: Uint8Array;
  readonly range: SampleRange;
  readonly structure: Structure;
};

/** Comparing more other pages than this exceeds an acceptable response time. */
const MAX_COMPARED = 600;

/** A book that cannot be compared counts as a problem: its sample becomes page images. */
const compareStructure = (book: PDFDocument, range: SampleRange): Structure => {
  if (book.getPageCount() - range.pages > MAX_COMPARED)
    return { problem: 'there are too many pages to compare', sharesImages: false };
  try {
    return structureOf(book, range);
  } catch {
    return { problem: 'other pages can not be read', sharesImages: false };
  }
};

const rangeOf = (actual: number, { first = 1, pages, expectedPages }: SampleOptions): SampleRange => {
  const allowed = actual === expectedPages ? pages : Math.min(pages, previewPageCount(actual, null));
  const from = first <= actual ? first : 1;
  return { first: from, pages: Math.min(actual - from + 1, allowed) };
};

/**
 * Cuts pages of a PDF into a new document. Links, outlines, attachments, scripts, forms, metadata, structure
 * and unused resources are removed. Hidden text of these pages is still included: only the result of `makeSample` may be
 * sent to readers.
 * @throws when the document is unsupported, encrypted or broken
 */
export const cutPages = async (source: Uint8Array, options: SampleOptions): Promise<CutPages> => {
  const book = await PDFDocument.load(source, {
    updateMetadata: false,
    throwOnInvalidObject: true,
    parseSpeed: Number.POSITIVE_INFINITY,
  });
  const range = rangeOf(book.getPageCount(), options);
  if (range.pages < 1) throw new TypeError('there is no page to show');
  rejectHiddenLayers(book);
  const withheld = withheldOf(book, range);
  const start = range.first - 1;
  for (const page of book.getPages().slice(start, start + range.pages)) prunePage(page.node);
  const sample = await PDFDocument.create({ updateMetadata: false });
  const order = Array.from({ length: range.pages }, (_, index) => start + index);
  for (const page of await sample.copyPages(book, order)) sample.addPage(page);
  const bytes = await sample.save({ useObjectStreams: false, addDefaultPage: false });
  await checkSample(bytes, range.pages, withheld);
  return { bytes, range, structure: compareStructure(book, range) };
};

/** The bytes of `cutPages`. */
export const cutSample = async (source: Uint8Array, cut: SampleOptions): Promise<Uint8Array> =>
  (await cutPages(source, cut)).bytes;
