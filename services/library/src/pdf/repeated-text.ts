import type { PDFDocumentProxy } from 'pdfjs-dist';

/** So many letters in a row are no heading, no running header and no line of a table of contents. */
const RUN = 100;

/** Letters and digits only: spaces, hyphens and accents differ between ways of writing the same line. */
const lettersOn = async (document: PDFDocumentProxy, number: number): Promise<string> => {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return items
    .map((item) => ('str' in item ? item.str : ''))
    .join('')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
};

/**
 * True when the first pages carry a passage that a later page shows: text that lies behind something else, in the
 * color of the paper, or is there twice.
 * @param sample the first pages alone
 * @param book the whole file, from which pages behind `sample` are read
 */
export const repeatsLaterText = async (
  sample: PDFDocumentProxy,
  book: PDFDocumentProxy,
): Promise<boolean> => {
  const pages = sample.numPages;
  const own = new Set<string>();
  for (let number = 1; number <= pages; number++) {
    const letters = await lettersOn(sample, number);
    for (let at = 0; at + RUN <= letters.length; at++) own.add(letters.slice(at, at + RUN));
  }
  if (own.size === 0) return false;
  for (let number = pages + 1; number <= book.numPages; number++) {
    const letters = await lettersOn(book, number);
    for (let at = 0; at + RUN <= letters.length; at++) if (own.has(letters.slice(at, at + RUN))) return true;
  }
  return false;
};
