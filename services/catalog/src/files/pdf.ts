import { open, readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { fileTypeFromFile } from 'file-type';
import { type ContentsEntry, readOutline } from './pdf-outline.ts';

export type PdfInspection =
  | { readonly kind: 'pdf'; readonly pages: number; readonly contents: readonly ContentsEntry[] }
  | { readonly kind: 'other' | 'unreadable' };

const SIGNATURE = Buffer.from('%PDF-');

/** The signature must be at the first byte: this rejects polyglot files. */
const hasPdfSignature = async (path: string): Promise<boolean> => {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SIGNATURE.length), 0, SIGNATURE.length, 0);
  return bytesRead === SIGNATURE.length && buffer.equals(SIGNATURE);
};

/** Inspects an uploaded file by its bytes, not its name. Encrypted and broken PDFs are `unreadable`. */
export const inspectPdf = async (path: string): Promise<PdfInspection> => {
  if (!(await hasPdfSignature(path))) return { kind: 'other' };
  const type = await fileTypeFromFile(path);
  if (type?.mime !== 'application/pdf') return { kind: 'other' };
  try {
    const document = await PDFDocument.load(await readFile(path), { updateMetadata: false });
    const pages = document.getPageCount();
    return pages > 0 ? { kind: 'pdf', pages, contents: readOutline(document) } : { kind: 'unreadable' };
  } catch {
    return { kind: 'unreadable' };
  }
};
