import { PDFDict, type PDFDocument, type PDFPageLeaf } from '@cantoo/pdf-lib';
import type { SampleRange } from '@satrangi/contracts';
import { concealsText, contentHash, imageHash, isPlainGraphics, streamCollector } from './page-streams.ts';
import { prunePage } from './prune-page.ts';

/** Whether a page, by its number from 1, belongs to the sample. */
export const isInRange = ({ first, pages }: SampleRange, page: number): boolean =>
  page >= first && page < first + pages;

/** How the structure of the pages of a sample relates to the other pages. */
export type Structure = {
  /** Why a sample cannot keep the text, for the log; null when it can. */
  readonly problem: string | null;
  /** The sample draws an image that other pages draw as well. */
  readonly sharesImages: boolean;
};

const annotationsOf = (page: PDFPageLeaf): PDFDict[] => {
  const all = page.Annots();
  const drawn = all?.asArray().map((_, index) => all.lookup(index)) ?? [];
  return drawn.filter((one) => one instanceof PDFDict);
};

/**
 * Compares the streams of the pages of a sample with those of the other pages.
 * @param book with pruned pages of the sample; this function prunes the other pages in place
 * @throws when another page cannot be read
 */
export const structureOf = (book: PDFDocument, range: SampleRange): Structure => {
  const shown = streamCollector(book.context);
  const isShown = (_: unknown, index: number): boolean => isInRange(range, index + 1);
  for (const { node } of book.getPages().filter(isShown)) shown.add(node);
  if ([...shown.found.content].some(([stream, role]) => concealsText(stream, role)))
    return { problem: 'a pattern, mask or glyph contains text', sharesImages: false };

  const others = streamCollector(book.context);
  for (const { node } of book.getPages().filter((page, index) => !isShown(page, index))) {
    for (const annotation of annotationsOf(node)) others.add(annotation);
    // A shared resource dictionary contains entries of all pages: only used entries count.
    prunePage(node);
    others.add(node);
  }
  const content = new Set([...others.found.content.keys()].map(contentHash));
  const images = new Set([...others.found.images].map(imageHash));
  const sharesContent = [...shown.found.content].some(
    ([stream, role]) => role !== 'glyph' && !isPlainGraphics(stream) && content.has(contentHash(stream)),
  );
  return {
    problem: sharesContent ? 'another page uses the same content' : null,
    sharesImages: [...shown.found.images].some((image) => images.has(imageHash(image))),
  };
};
