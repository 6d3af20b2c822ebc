import { PDFDict, type PDFDocument, type PDFPageLeaf } from '@cantoo/pdf-lib';
import { concealsText, contentHash, imageHash, isPlainGraphics, streamCollector } from './page-streams.ts';
import { prunePage } from './prune-page.ts';

/** How the structure of the first pages relates to the later pages. */
export type Structure = {
  /** Why a sample cannot keep the text, for the log; null when it can. */
  readonly problem: string | null;
  /** The first pages draw an image that later pages draw as well. */
  readonly sharesImages: boolean;
};

const annotationsOf = (page: PDFPageLeaf): PDFDict[] => {
  const all = page.Annots();
  const drawn = all?.asArray().map((_, index) => all.lookup(index)) ?? [];
  return drawn.filter((one) => one instanceof PDFDict);
};

/**
 * Compares the streams of the first pages with those of the later pages.
 * @param book with pruned first pages; this function prunes the later pages in place
 * @param pages the number of first pages
 * @throws when a later page cannot be read
 */
export const structureOf = (book: PDFDocument, pages: number): Structure => {
  const first = streamCollector(book.context);
  for (const { node } of book.getPages().slice(0, pages)) first.add(node);
  if ([...first.found.content].some(([stream, role]) => concealsText(stream, role)))
    return { problem: 'a pattern, mask or glyph contains text', sharesImages: false };

  const later = streamCollector(book.context);
  for (const { node } of book.getPages().slice(pages)) {
    for (const annotation of annotationsOf(node)) later.add(annotation);
    // A shared resource dictionary contains entries of all pages: only used entries count.
    prunePage(node);
    later.add(node);
  }
  const content = new Set([...later.found.content.keys()].map(contentHash));
  const images = new Set([...later.found.images].map(imageHash));
  const sharesContent = [...first.found.content].some(
    ([stream, role]) => role !== 'glyph' && !isPlainGraphics(stream) && content.has(contentHash(stream)),
  );
  return {
    problem: sharesContent ? 'a later page uses the same content' : null,
    sharesImages: [...first.found.images].some((image) => images.has(imageHash(image))),
  };
};
