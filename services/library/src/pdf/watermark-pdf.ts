import { PDFDocument, PDFName, type PDFObject, PDFRef } from '@cantoo/pdf-lib';

const KEY = 'CopyMark';
/** Stands where the code of a copy goes; as long as a code. */
const BLANK = '-'.repeat(32);
const HEADER_WITHIN = 1_024;
const TAIL = 2_048;

/** The words before the code, the same in every kind of seal. */
const MARK = `/${KEY} /`;

/** For what is not understood: a remark behind the end, which every reader of PDFs passes over. */
export const plainSeal = (): Buffer => Buffer.from(`\n%${MARK}${BLANK}\n`, 'latin1');

const bytesOf = (object: PDFObject): Buffer => {
  const bytes = new Uint8Array(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  return Buffer.from(bytes);
};

/** Where the newest table of objects begins, as the file itself says. */
const tableAt = (pdf: Buffer): number => {
  const tail = pdf.subarray(Math.max(0, pdf.length - TAIL)).toString('latin1');
  const found = /startxref\s+(\d+)\s*%%EOF\s*$/.exec(tail.slice(tail.lastIndexOf('startxref')));
  if (!found) throw new TypeError('the file does not say where its table of objects is');
  return Number(found[1]);
};

const table = (at: number): string => `${String(at).padStart(10, '0')} 00000 n \n`;

/** The document's own words for its trailer: only what a reader needs to go on from the table before. */
const trailerOf = ({ context }: PDFDocument): string => {
  const { Root, Info, ID, Encrypt } = context.trailerInfo;
  const entries = Object.entries({ Root, Info, ID, Encrypt });
  return entries
    .map(([key, value]) => (value ? ` /${key} ${bytesOf(value).toString('latin1')}` : ''))
    .join('');
};

/** One entry of a table of objects that is itself an object: in use, where, generation. */
const packed = (at: number): Buffer => {
  const entry = Buffer.alloc(8);
  entry.writeUInt8(1, 0);
  entry.writeUIntBE(at, 1, 5);
  return entry;
};

/**
 * What is appended to a PDF to mark a copy of it, with `BLANK` for the code: an incremental update that says the
 * catalogue again with one more name. The original's bytes stay as they are and where they are, so that ranges of a
 * copy are ranges of the original and these few bytes.
 * @throws when the document is not understood
 */
const updateOf = async (pdf: Buffer): Promise<Buffer> => {
  const document = await PDFDocument.load(pdf, {
    updateMetadata: false,
    ignoreEncryption: true,
    forIncrementalUpdate: true,
    parseSpeed: Number.POSITIVE_INFINITY,
  });
  const { context, catalog } = document;
  const root = context.trailerInfo.Root;
  if (!(root instanceof PDFRef) || root.generationNumber !== 0)
    throw new TypeError('the catalogue has no place of its own');
  catalog.set(PDFName.of(KEY), PDFName.of(BLANK));
  // places count from the header, which need not be the first byte
  const start = pdf.subarray(0, HEADER_WITHIN).indexOf('%PDF-');
  if (start < 0) throw new TypeError('the file has no header');
  const before = tableAt(pdf);
  const isPlain = pdf.subarray(start + before, start + before + 4).toString('latin1') === 'xref';

  const opening = Buffer.from(`\n${root.objectNumber} 0 obj\n`, 'latin1');
  const body = Buffer.concat([opening, bytesOf(catalog), Buffer.from('\nendobj\n', 'latin1')]);
  const rootAt = pdf.length - start + 1;
  const tableIs = pdf.length - start + body.length;
  const size = context.largestObjectNumber + 1;
  const end = `startxref\n${tableIs}\n%%EOF\n`;
  const rest = `${trailerOf(document)} /Prev ${before}`;
  if (isPlain) {
    const text = `xref\n${root.objectNumber} 1\n${table(rootAt)}trailer\n<< /Size ${size}${rest} >>\n${end}`;
    return Buffer.concat([body, Buffer.from(text, 'latin1')]);
  }
  const about = `/Type /XRef /Size ${size + 1} /W [1 5 2] /Index [${root.objectNumber} 1 ${size} 1]${rest} /Length 16`;
  return Buffer.concat([
    body,
    Buffer.from(`${size} 0 obj\n<< ${about} >>\nstream\n`, 'latin1'),
    packed(rootAt),
    packed(tableIs),
    Buffer.from(`\nendstream\nendobj\n${end}`, 'latin1'),
  ]);
};

/** The seal of a document, or the plain one when it is not understood: no copy leaves without a code. */
export const sealOf = async (pdf: Buffer): Promise<Buffer> => {
  const seal = await updateOf(pdf).catch(plainSeal);
  // anything else with these words would be taken for the code
  return seal.indexOf(MARK) === seal.lastIndexOf(MARK) ? seal : plainSeal();
};

/** The seal of one copy. @param code 32 hexadecimal digits */
export const sealedWith = (seal: Buffer, code: string): Buffer => {
  const at = seal.indexOf(`${MARK}${BLANK}`);
  if (at < 0) throw new TypeError('the seal has no place for a code');
  const copy = Buffer.from(seal);
  copy.write(code, at + MARK.length, 'latin1');
  return copy;
};

/** The code in a PDF that came back to the house, also when another program has saved it anew; null when there is none. */
export const codeIn = async (pdf: Uint8Array): Promise<string | null> => {
  const spelt = new RegExp(`/${KEY}\\s*/([0-9a-f]{32})`);
  const document = await PDFDocument.load(pdf, { updateMetadata: false, ignoreEncryption: true }).catch(
    () => null,
  );
  const kept = document?.catalog.get(PDFName.of(KEY))?.toString();
  return (
    spelt.exec(`/${KEY} ${kept ?? ''}`)?.[1] ?? spelt.exec(Buffer.from(pdf).toString('latin1'))?.[1] ?? null
  );
};
