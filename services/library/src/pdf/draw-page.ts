import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PDFDocumentProxy } from 'pdfjs-dist';

/** The maximum ratio of height to width. A taller page would exhaust memory. */
const MAX_ASPECT_RATIO = 8;
const QUALITY = 80;

/** The drawing libraries and their assets. */
export type Tools = {
  readonly pdfjs: typeof import('pdfjs-dist');
  readonly canvas: typeof import('@napi-rs/canvas');
  /** Character maps, the 14 standard fonts and decoders, which pdf.js loads on demand. */
  readonly assets: { cMapUrl: string; standardFontDataUrl: string; wasmUrl: string; iccUrl: string };
};

const loadTools = async (): Promise<Tools> => {
  // pdf.js imports the canvas library itself. Loading it first makes both share its classes.
  const canvas = await import('@napi-rs/canvas');
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const folderOf = (part: string): string => `${join(folder, part)}/`;
  return {
    pdfjs,
    canvas,
    assets: {
      cMapUrl: folderOf('cmaps'),
      standardFontDataUrl: folderOf('standard_fonts'),
      wasmUrl: folderOf('wasm'),
      iccUrl: pathToFileURL(folderOf('iccs')).href,
    },
  };
};

let tools: Promise<Tools> | undefined;

/** Loads the tools lazily, once per process. */
export const drawingTools = (): Promise<Tools> => {
  tools ??= loadTools();
  return tools;
};

/** @param bytes ownership moves to pdf.js: do not use them again @throws when the document cannot be read */
export const openDocument = async (bytes: Uint8Array): Promise<PDFDocumentProxy> => {
  const { pdfjs, assets } = await drawingTools();
  return pdfjs.getDocument({
    data: bytes,
    ...assets,
    useSystemFonts: false,
    // Draws glyphs as paths, so that only the document's fonts are used, never system fonts.
    disableFontFace: true,
    enableXfa: false,
    verbosity: 0,
  }).promise;
};

let opened: { readonly path: string; readonly document: Promise<PDFDocumentProxy> } | undefined;

/** Keeps the last document open: requests for consecutive pages use the same one. */
const open = async (path: string): Promise<PDFDocumentProxy> => {
  if (opened?.path === path) return opened.document;
  const previous = opened;
  const document = readFile(path).then((bytes) => openDocument(new Uint8Array(bytes)));
  opened = { path, document };
  await previous?.document.then((old) => old.loadingTask.destroy()).catch(() => undefined);
  return document;
};

/**
 * Draws one page.
 * @param width in pixels; the height follows the page
 * @returns the canvas, and the size of the page in points
 * @throws when the page has an invalid shape
 */
export const paintPage = async (document: PDFDocumentProxy, number: number, width: number) => {
  const { canvas: library } = await drawingTools();
  const page = await document.getPage(number);
  const natural = page.getViewport({ scale: 1 });
  if (!(natural.width > 0) || natural.height / natural.width > MAX_ASPECT_RATIO)
    throw new TypeError('the page has an invalid shape');
  const viewport = page.getViewport({ scale: width / natural.width });
  const canvas = library.createCanvas(width, Math.max(1, Math.round(viewport.height)));
  const canvasContext = canvas.getContext('2d');
  canvasContext.fillStyle = '#fff';
  canvasContext.fillRect(0, 0, canvas.width, canvas.height);
  await page.render({ canvas: null, canvasContext, viewport }).promise;
  page.cleanup();
  return { canvas, points: { width: natural.width, height: natural.height } };
};

/**
 * Draws one page of a PDF as a WebP image.
 * @param width in pixels; the height follows the page
 * @throws when the document or the page cannot be read or has an invalid shape
 */
export const drawPage = async (path: string, number: number, width: number): Promise<Uint8Array> => {
  let document: PDFDocumentProxy;
  try {
    document = await open(path);
  } catch (error) {
    opened = undefined;
    throw error;
  }
  const { canvas } = await paintPage(document, number, width);
  return canvas.encode('webp', QUALITY);
};
