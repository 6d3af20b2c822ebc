import { PDFDict, type PDFDocument, type PDFPageLeaf } from '@cantoo/pdf-lib';
import { concealsText, contentMark, imageMark, isPlainGraphics, streamCollector } from './page-streams.ts';
import { prunePage } from './prune-page.ts';

/** What the structure of a book shows about its first pages. */
export type Structure = {
  /** Why their text can not be given as text, for the log; null when nothing speaks against it. */
  readonly problem: string | null;
  /** They draw an image that later pages draw as well. */
  readonly sharesImages: boolean;
};

const annotationsOf = (page: PDFPageLeaf): PDFDict[] => {
  const all = page.Annots();
  const drawn = all?.asArray().map((_, index) => all.lookup(index)) ?? [];
  return drawn.filter((one) => one instanceof PDFDict);
};

/**
 * Compares what the first pages draw with to what later pages draw with.
 * @param book its first pages are pruned already; the later ones are pruned here, in place
 * @param pages the number of first pages
 * @throws when a later page can not be read
 */
export const structureOf = (book: PDFDocument, pages: number): Structure => {
  const first = streamCollector(book.context);
  for (const { node } of book.getPages().slice(0, pages)) first.add(node);
  if ([...first.found.content].some(([stream, role]) => concealsText(stream, role)))
    return { problem: 'a pattern, mask or glyph shows text', sharesImages: false };

  const later = streamCollector(book.context);
  for (const { node } of book.getPages().slice(pages)) {
    for (const annotation of annotationsOf(node)) later.add(annotation);
    // A resource dictionary that all pages share names what other pages draw with: only used entries count.
    prunePage(node);
    later.add(node);
  }
  const content = new Set([...later.found.content.keys()].map(contentMark));
  const images = new Set([...later.found.images].map(imageMark));
  const sharesContent = [...first.found.content].some(
    ([stream, role]) => role !== 'glyph' && !isPlainGraphics(stream) && content.has(contentMark(stream)),
  );
  return {
    problem: sharesContent ? 'a later page draws with the same content' : null,
    sharesImages: [...first.found.images].some((image) => images.has(imageMark(image))),
  };
};
