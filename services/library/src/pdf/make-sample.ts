import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { checkSample } from './check-sample.ts';
import { type Cut, cutPages } from './cut-sample.ts';
import { drawingTools, openDocument, paintPage } from './draw-page.ts';
import { repeatsLaterText } from './repeated-text.ts';
import { visibilityOf } from './visible-text.ts';

/** The widest a page image is asked for; text on it can be read on any screen. */
const IMAGE_WIDTH = 1_200;
const IMAGE_QUALITY = 82;

/** Why the text of these pages holds more than the pages show; null when it does not. */
const hiddenProblem = async (sample: PDFDocumentProxy, sharesImages: boolean): Promise<string | null> => {
  const { pdfjs } = await drawingTools();
  for (let number = 1; number <= sample.numPages; number++) {
    const { hidesText, hidesImage } = await visibilityOf(await sample.getPage(number), pdfjs.OPS);
    if (hidesText) return 'a page holds text that it does not show';
    if (hidesImage && sharesImages) return 'pages show parts of the same image';
  }
  return null;
};

const textProblem = async (
  bytes: Uint8Array,
  source: Uint8Array,
  sharesImages: boolean,
): Promise<string | null> => {
  const sample = await openDocument(new Uint8Array(bytes));
  try {
    const hidden = await hiddenProblem(sample, sharesImages);
    if (hidden) return hidden;
    const book = await openDocument(new Uint8Array(source));
    try {
      return (await repeatsLaterText(sample, book)) ? 'a page holds what a later page says' : null;
    } finally {
      await book.loadingTask.destroy();
    }
  } finally {
    await sample.loadingTask.destroy();
  }
};

/** A PDF of page images: what the pages show and nothing else. */
const flattened = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const sample = await openDocument(new Uint8Array(bytes));
  try {
    const images = await PDFDocument.create({ updateMetadata: false });
    for (let number = 1; number <= sample.numPages; number++) {
      const { canvas, points } = await paintPage(sample, number, IMAGE_WIDTH);
      const image = await images.embedJpg(await canvas.encode('jpeg', IMAGE_QUALITY));
      const page = images.addPage([points.width, points.height]);
      page.drawImage(image, { x: 0, y: 0, ...points });
      page.node.delete(PDFName.of('Annots'));
    }
    const made = await images.save({ useObjectStreams: false, addDefaultPage: false });
    await checkSample(made, sample.numPages, new Set());
    return made;
  } finally {
    await sample.loadingTask.destroy();
  }
};

/**
 * The sample of a book as readers get it. Its text stays text when the first pages show all of it and share none of it
 * with later pages; otherwise it is a PDF of page images.
 * @throws on anything that is not understood, encrypted or broken: then there is no sample
 */
export const makeSample = async (source: Uint8Array, cut: Cut): Promise<Uint8Array> => {
  const { bytes, structure } = await cutPages(source, cut);
  const problem =
    structure.problem ??
    (await textProblem(bytes, source, structure.sharesImages).catch(() => 'the pages can not be compared'));
  return problem === null ? bytes : flattened(bytes);
};
