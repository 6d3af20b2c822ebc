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

/** Types of objects that have no place in a sample. */
const FORBIDDEN_TYPES = new Set(
  'Outlines Annot Action Filespec EmbeddedFile F StructTreeRoot StructElem Metadata Thread Bead Sig'
    .split(' ')
    .map(name),
);
/** Keys that lead out of drawing: scripts, attachments, links, forms, metadata. */
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

/** A fingerprint of the bytes as they are stored: the cut copies streams, it never packs them anew. */
export const fingerprint = (stream: PDFObject): string | null =>
  stream instanceof PDFRawStream && stream.contents.length > 32
    ? createHash('sha256').update(stream.contents).digest('base64')
    : null;

const dictOf = (object: PDFObject): PDFDict | null =>
  object instanceof PDFDict ? object : object instanceof PDFStream ? object.dict : null;

const partsOf = (object: PDFObject): PDFObject[] => {
  const dict = dictOf(object);
  if (dict) return dict.values();
  return object instanceof PDFArray ? object.asArray() : [];
};

/**
 * The last look before a sample leaves the house, on the finished bytes and independent of how they were made.
 * @param withheld fingerprints of content streams that belong only to pages beyond the sample
 * @throws when anything is inside that should not be: then nobody gets a sample.
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
    const waiting: PDFObject[] = [root];
    for (let object = waiting.pop(); object; object = waiting.pop()) {
      const mark = fingerprint(object);
      if (mark && withheld.has(mark)) throw new TypeError('the sample carries a later page');
      const dict = dictOf(object);
      const type = dict?.get(name('Type'));
      if (type === name('Page')) found += 1;
      if (type instanceof PDFName && FORBIDDEN_TYPES.has(type)) throw new TypeError(`the sample has ${type}`);
      const key = dict && FORBIDDEN_KEYS.find((forbidden) => dict.has(forbidden));
      if (key) throw new TypeError(`the sample has ${key}`);
      waiting.push(...partsOf(object));
    }
  }
  if (found !== pages) throw new TypeError('the sample has hidden pages');
};
