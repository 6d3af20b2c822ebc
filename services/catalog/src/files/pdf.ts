import { open, readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { fileTypeFromFile } from 'file-type';

export type PdfLook =
  | { readonly kind: 'pdf'; readonly pages: number }
  | { readonly kind: 'other' | 'unreadable' };

const MARK = Buffer.from('%PDF-');

/** The bytes must begin like a PDF and be nothing else: a file that is two things at once is refused. */
const beginsAsPdf = async (path: string): Promise<boolean> => {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MARK.length), 0, MARK.length, 0);
  return bytesRead === MARK.length && buffer.equals(MARK);
};

/** What an uploaded file really is, whatever its name says. Encrypted and broken PDFs are `unreadable`. */
export const lookAtPdf = async (path: string): Promise<PdfLook> => {
  if (!(await beginsAsPdf(path))) return { kind: 'other' };
  const type = await fileTypeFromFile(path);
  if (type?.mime !== 'application/pdf') return { kind: 'other' };
  try {
    const document = await PDFDocument.load(await readFile(path), { updateMetadata: false });
    const pages = document.getPageCount();
    return pages > 0 ? { kind: 'pdf', pages } : { kind: 'unreadable' };
  } catch {
    return { kind: 'unreadable' };
  }
};
