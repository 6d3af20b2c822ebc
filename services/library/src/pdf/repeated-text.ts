import type { SampleRange } from '@satrangi/contracts';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { isInRange } from './shared-content.ts';

/** A match of this many letters is not a heading, a running header or a line of a table of contents. */
const MATCH_LENGTH = 100;

/** The normalized letters and digits of a page: spaces, hyphens and compatibility forms vary for the same text. */
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
 * True when the sample contains a passage that another page shows: text that is covered, has the color of the paper, or
 * is duplicated.
 * @param sample the pages of the sample alone
 * @param book the full file, of which the pages outside of `range` are read
 */
export const repeatsOtherText = async (
  sample: PDFDocumentProxy,
  book: PDFDocumentProxy,
  range: SampleRange,
): Promise<boolean> => {
  const own = new Set<string>();
  for (let number = 1; number <= sample.numPages; number++) {
    const letters = await lettersOn(sample, number);
    for (let at = 0; at + MATCH_LENGTH <= letters.length; at++) own.add(letters.slice(at, at + MATCH_LENGTH));
  }
  if (own.size === 0) return false;
  for (let number = 1; number <= book.numPages; number++) {
    if (isInRange(range, number)) continue;
    const letters = await lettersOn(book, number);
    for (let at = 0; at + MATCH_LENGTH <= letters.length; at++)
      if (own.has(letters.slice(at, at + MATCH_LENGTH))) return true;
  }
  return false;
};
