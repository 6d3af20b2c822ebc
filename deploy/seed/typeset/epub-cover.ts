import { onPigment, pigmentHex } from '../studio/inks.ts';
import { drawingSvg } from './drawing.ts';
import { escapeHtml, headingOf, isRightToLeft } from './page.ts';
import { byline, type Printed } from './printed.ts';

/** The cover of an EPUB in pixels. */
export const coverSize = { width: 600, height: 960 } as const;

/** A page that is drawn as the cover of an EPUB: title and author on the plain ground, the motif below. */
export const epubCoverHtml = (book: Printed, fonts: string): string => {
  const { head, headLeading } = headingOf(book);
  const { ground } = book.cover;
  return `<!doctype html><html lang="${book.language}" dir="${isRightToLeft(book) ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><style>${fonts}
* { box-sizing: border-box; margin: 0; padding: 0; }
body { width: ${coverSize.width}px; height: ${coverSize.height}px; display: flex; flex-direction: column; background: ${pigmentHex[ground]}; color: ${onPigment[ground]}; font-family: ${head}; }
h1 { padding: 56px 52px 0; font-size: 62px; line-height: ${headLeading}; text-wrap: balance; }
p { padding: 18px 52px 36px; font-size: 27px; line-height: ${headLeading}; }
svg { display: block; flex: 1; width: 100%; min-height: 0; }
</style></head><body><h1>${escapeHtml(book.title)}</h1><p>${escapeHtml(byline(book))}</p>${drawingSvg(book.cover, book.title)}</body></html>`;
};
