import { PDFDict, PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Printed } from './printed.ts';

/** The page number of every chapter, in order. The printer's outline is the list of contents, then the chapters. */
export const chapterPages = async (pdf: Uint8Array): Promise<number[]> => {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  const [, ...chapters] = (await document.getOutline()) ?? [];
  const pages: number[] = [];
  for (const { dest } of chapters) {
    const target = typeof dest === 'string' ? await document.getDestination(dest) : dest;
    if (target) pages.push((await document.getPageIndex(target[0])) + 1);
  }
  await task.destroy();
  return pages;
};

/** Chromium joins words where a heading wraps, so the outline gets the headings from the manuscript. */
const nameOutline = (document: PDFDocument, titles: readonly string[]): void => {
  let entry = document.catalog
    .lookupMaybe(PDFName.of('Outlines'), PDFDict)
    ?.lookupMaybe(PDFName.of('First'), PDFDict);
  for (const title of titles) {
    entry?.set(PDFName.of('Title'), PDFHexString.fromText(title));
    entry = entry?.lookupMaybe(PDFName.of('Next'), PDFDict);
  }
};

/** Sets the title and removes the print time, so that the same manuscript gives the same file. */
export const finishPdf = async (
  printed: Uint8Array,
  book: Printed,
  headings: readonly string[],
): Promise<Uint8Array> => {
  const document = await PDFDocument.load(printed, { updateMetadata: false });
  const published = new Date(Date.UTC(book.year, 0, 1));
  nameOutline(document, headings);
  document.setTitle(book.title, { showInWindowTitleBar: true });
  document.setAuthor(book.author);
  document.setSubject(book.tagline);
  document.setLanguage(book.language);
  document.setCreator('Satrangi');
  document.setProducer('Satrangi');
  document.setCreationDate(published);
  document.setModificationDate(published);
  if (book.language === 'ur') {
    document.catalog.set(
      PDFName.of('ViewerPreferences'),
      document.context.obj({ Direction: 'R2L', DisplayDocTitle: true }),
    );
  }
  const id = PDFHexString.of(Buffer.from(book.slug.padEnd(16).slice(0, 16)).toString('hex'));
  document.context.trailerInfo.ID = document.context.obj([id, id]);
  return document.save({ useObjectStreams: true, addDefaultPage: false });
};
