import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import type { SampleRange } from '@satrangi/contracts';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { checkSample } from './check-sample.ts';
import { cutPages, type SampleOptions } from './cut-sample.ts';
import { drawingTools, openDocument, paintPage } from './draw-page.ts';
import { repeatsOtherText } from './repeated-text.ts';
import { visibilityOf } from './visible-text.ts';

/** The maximum width of a page image, in pixels; its text is readable on any screen. */
const IMAGE_WIDTH = 1_200;
const IMAGE_QUALITY = 82;

/** Why these pages contain text that they do not show; null when they do not. */
const hiddenTextProblem = async (sample: PDFDocumentProxy, sharesImages: boolean): Promise<string | null> => {
  const { pdfjs } = await drawingTools();
  for (let number = 1; number <= sample.numPages; number++) {
    const { hidesText, hidesImage } = await visibilityOf(await sample.getPage(number), pdfjs.OPS);
    if (hidesText) return 'a page contains text that it does not show';
    if (hidesImage && sharesImages) return 'pages show parts of the same image';
  }
  return null;
};

const textProblem = async (
  bytes: Uint8Array,
  source: Uint8Array,
  range: SampleRange,
  sharesImages: boolean,
): Promise<string | null> => {
  const sample = await openDocument(new Uint8Array(bytes));
  try {
    const hidden = await hiddenTextProblem(sample, sharesImages);
    if (hidden) return hidden;
    const book = await openDocument(new Uint8Array(source));
    try {
      return (await repeatsOtherText(sample, book, range)) ? 'a page contains text of another page' : null;
    } finally {
      await book.loadingTask.destroy();
    }
  } finally {
    await sample.loadingTask.destroy();
  }
};

/** Renders the pages as a PDF of images, which contain only visible content. */
const flatten = async (bytes: Uint8Array): Promise<Uint8Array> => {
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
 * The sample of a book. It keeps its text when its pages show all of it and share none with other pages; otherwise it
 * becomes a PDF of page images.
 * @throws when the document is unsupported, encrypted or broken
 */
export const makeSample = async (source: Uint8Array, options: SampleOptions): Promise<Uint8Array> => {
  const { bytes, range, structure } = await cutPages(source, options);
  const problem =
    structure.problem ??
    (await textProblem(bytes, source, range, structure.sharesImages).catch(
      () => 'the pages cannot be compared',
    ));
  return problem === null ? bytes : flatten(bytes);
};
