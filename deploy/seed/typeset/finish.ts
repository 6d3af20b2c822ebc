import { PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { SeedEbook } from '../src/seed-ebooks.ts';

/** The page number of each entry of the outline, in order; the printer makes one entry for each heading. */
export const outlinePages = async (pdf: Uint8Array): Promise<Map<string, number>> => {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0, useSystemFonts: false });
  const document = await task.promise;
  const pages = new Map<string, number>();
  for (const entry of (await document.getOutline()) ?? []) {
    const target = typeof entry.dest === 'string' ? await document.getDestination(entry.dest) : entry.dest;
    if (target) pages.set(entry.title.trim(), (await document.getPageIndex(target[0])) + 1);
  }
  await task.destroy();
  return pages;
};

/** Names the document and takes the hour of printing out of it, so the same manuscript gives the same file. */
export const finishPdf = async (printed: Uint8Array, book: SeedEbook): Promise<Uint8Array> => {
  const document = await PDFDocument.load(printed, { updateMetadata: false });
  const published = new Date(Date.UTC(book.year, 0, 1));
  document.setTitle(book.title, { showInWindowTitleBar: true });
  document.setAuthor(book.author);
  document.setSubject(book.tagline);
  document.setLanguage(book.language);
  document.setCreator('Satrangi');
  document.setProducer('Satrangi');
  document.setCreationDate(published);
  document.setModificationDate(published);
  if (book.language === 'ur') {
    document.catalog.set(PDFName.of('ViewerPreferences'), document.context.obj({ Direction: 'R2L', DisplayDocTitle: true }));
  }
  const id = PDFHexString.of(Buffer.from(book.slug.padEnd(16).slice(0, 16)).toString('hex'));
  document.context.trailerInfo.ID = document.context.obj([id, id]);
  return document.save({ useObjectStreams: true, addDefaultPage: false });
};
