import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  ResponseException,
  TextLayer,
} from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { type Book, BookError, type BookErrorReason, type Chapter } from './book.ts';
import { textRuns } from './text-runs.ts';

GlobalWorkerOptions.workerSrc = workerUrl;

const CHUNK_BYTES = 65_536;

const reasonOf = (error: unknown): BookErrorReason => {
  if (!(error instanceof ResponseException)) return 'failed';
  if (error.status === 401 || error.status === 403) return 'locked';
  return error.status === 404 ? 'missing' : 'failed';
};

type Outline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;

const pageOfDest = async (pdf: PDFDocumentProxy, dest: unknown): Promise<number | null> => {
  try {
    const explicit: unknown = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    const [target] = Array.isArray(explicit) ? explicit : [];
    if (typeof target === 'number') return target + 1;
    return target ? (await pdf.getPageIndex(target)) + 1 : null;
  } catch {
    // A broken entry is left out.
    return null;
  }
};

const chaptersOf = async (pdf: PDFDocumentProxy, outline: Outline, depth = 0): Promise<Chapter[]> => {
  const chapters: Chapter[] = [];
  for (const { title, dest, items } of outline ?? []) {
    const page = await pageOfDest(pdf, dest);
    if (page !== null) chapters.push({ title, page, depth });
    chapters.push(...(await chaptersOf(pdf, items, depth + 1)));
  }
  return chapters;
};

/**
 * Opens a PDF with range requests: only what the visible pages need is loaded.
 * @param headers sent with every request, beside the session cookie
 * @throws BookError
 */
export const openPdf = async (url: string, headers: Readonly<Record<string, string>>): Promise<Book> => {
  const task = getDocument({
    url,
    httpHeaders: headers,
    withCredentials: true,
    rangeChunkSize: CHUNK_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    cMapUrl: '/pdfjs/cmaps/',
    standardFontDataUrl: '/pdfjs/standard_fonts/',
    wasmUrl: '/pdfjs/wasm/',
    iccUrl: '/pdfjs/iccs/',
  });
  let pdf: PDFDocumentProxy;
  try {
    pdf = await task.promise;
  } catch (error) {
    await task.destroy();
    throw new BookError(reasonOf(error));
  }

  const runsOf = async (proxy: PDFPageProxy) => {
    const { items, styles, lang } = await proxy.getTextContent({ includeMarkedContent: true });
    return { items: textRuns(items), styles, lang };
  };
  const pageAt = (page: number): Promise<PDFPageProxy> => pdf.getPage(page);
  return {
    pages: pdf.numPages,
    sizeOf: async (page) => {
      const { width, height } = (await pageAt(page)).getViewport({ scale: 1 });
      return { width, height };
    },
    render: (page, canvas, scale) => {
      let isActive = true;
      let cancelRender: (() => void) | undefined;
      const renderOnCanvas = async (): Promise<void> => {
        const proxy = await pageAt(page);
        if (!isActive) throw new Error('rendering cancelled');
        const viewport = proxy.getViewport({ scale });
        canvas.width = Math.floor(viewport.width);
        canvas.height = Math.floor(viewport.height);
        const render = proxy.render({ canvas, viewport });
        cancelRender = () => render.cancel();
        await render.promise;
      };
      return {
        done: renderOnCanvas(),
        cancel: () => {
          isActive = false;
          cancelRender?.();
        },
      };
    },
    textOf: async (page) => {
      const { items } = await runsOf(await pageAt(page));
      return items.map(({ str, hasEOL, transform: [, , , , x = 0, y = 0], width, height }) => ({
        text: str,
        endsLine: hasEOL,
        x,
        y,
        width,
        size: height,
      }));
    },
    renderText: async (page, container, scale) => {
      const proxy = await pageAt(page);
      const textContentSource = await runsOf(proxy);
      container.replaceChildren();
      container.style.setProperty('--total-scale-factor', String(scale));
      const layer = new TextLayer({ textContentSource, container, viewport: proxy.getViewport({ scale }) });
      await layer.render();
      for (const [run, element] of layer.textDivs.entries()) element.dataset.run = String(run);
      return textContentSource.items.length > 0;
    },
    contents: async () => chaptersOf(pdf, await pdf.getOutline()),
    close: () => void task.destroy(),
  };
};
