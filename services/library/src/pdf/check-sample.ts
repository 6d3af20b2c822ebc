import { createHash } from 'node:crypto';
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFStream,
} from '@cantoo/pdf-lib';

const name = (text: string): PDFName => PDFName.of(text);

/** Object types that a sample must not contain. */
const FORBIDDEN_TYPES = new Set(
  'Outlines Annot Action Filespec EmbeddedFile F StructTreeRoot StructElem Metadata Thread Bead Sig'
    .split(' ')
    .map(name),
);
/** Keys that a sample must not contain: scripts, attachments, links, forms, metadata. */
const FORBIDDEN_KEYS = [
  ...[
    'AA',
    'OpenAction',
    'JS',
    'JavaScript',
    'Names',
    'Dests',
    'Outlines',
    'AcroForm',
    'XFA',
    'Annots',
    'EF',
  ],
  ...[
    'URI',
    'Launch',
    'Metadata',
    'PieceInfo',
    'StructTreeRoot',
    'AF',
    'Threads',
    'Collection',
    'Info',
    'Thumb',
  ],
].map(name);

/** A hash of the stored bytes. Cutting copies streams as they are, so equal content has an equal hash. */
export const fingerprint = (stream: PDFObject): string | null =>
  stream instanceof PDFRawStream && stream.contents.length > 32
    ? createHash('sha256').update(stream.contents).digest('base64')
    : null;

const dictOf = (object: PDFObject): PDFDict | null =>
  object instanceof PDFDict ? object : object instanceof PDFStream ? object.dict : null;

const childrenOf = (object: PDFObject): PDFObject[] => {
  const dict = dictOf(object);
  if (dict) return dict.values();
  return object instanceof PDFArray ? object.asArray() : [];
};

/**
 * The final verification of a sample. It parses the finished bytes and does not depend on how they were produced.
 * @param withheld fingerprints of content streams that only pages outside of the sample use
 * @throws when the sample contains anything forbidden
 */
export const checkSample = async (
  sample: Uint8Array,
  pages: number,
  withheld: ReadonlySet<string>,
): Promise<void> => {
  const document = await PDFDocument.load(sample, { updateMetadata: false, throwOnInvalidObject: true });
  if (document.getPageCount() !== pages) throw new TypeError('the sample has another number of pages');
  if (document.context.trailerInfo.Info) throw new TypeError('the sample carries metadata');
  let found = 0;
  for (const [, root] of document.context.enumerateIndirectObjects()) {
    const pending: PDFObject[] = [root];
    for (let object = pending.pop(); object; object = pending.pop()) {
      const hash = fingerprint(object);
      if (hash && withheld.has(hash)) throw new TypeError('the sample carries a later page');
      const dict = dictOf(object);
      const type = dict?.get(name('Type'));
      if (type === name('Page')) found += 1;
      if (type instanceof PDFName && FORBIDDEN_TYPES.has(type)) throw new TypeError(`the sample has ${type}`);
      const key = dict && FORBIDDEN_KEYS.find((forbidden) => dict.has(forbidden));
      if (key) throw new TypeError(`the sample has ${key}`);
      pending.push(...childrenOf(object));
    }
  }
  if (found !== pages) throw new TypeError('the sample has hidden pages');
};
