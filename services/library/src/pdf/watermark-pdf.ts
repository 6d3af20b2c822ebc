import { PDFDocument, PDFName, type PDFObject, PDFRef } from '@cantoo/pdf-lib';

const KEY = 'CopyMark';
/** The placeholder for the code of a copy, with the same length. */
const BLANK = '-'.repeat(32);
const HEADER_WITHIN = 1_024;
const TAIL = 2_048;

/** The bytes before the code, the same in every kind of watermark. */
const MARK = `/${KEY} /`;

/** For unsupported documents: a comment after the end of the file, which every PDF reader ignores. */
export const plainWatermark = (): Buffer => Buffer.from(`\n%${MARK}${BLANK}\n`, 'latin1');

const bytesOf = (object: PDFObject): Buffer => {
  const bytes = new Uint8Array(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  return Buffer.from(bytes);
};

/** The offset of the newest cross-reference table. @throws when the file has no `startxref` */
const xrefOffsetOf = (pdf: Buffer): number => {
  const tail = pdf.subarray(Math.max(0, pdf.length - TAIL)).toString('latin1');
  const found = /startxref\s+(\d+)\s*%%EOF\s*$/.exec(tail.slice(tail.lastIndexOf('startxref')));
  if (!found) throw new TypeError('the file has no cross-reference offset');
  return Number(found[1]);
};

const xrefEntry = (at: number): string => `${String(at).padStart(10, '0')} 00000 n \n`;

/** The trailer entries that an incremental update must repeat. */
const trailerOf = ({ context }: PDFDocument): string => {
  const { Root, Info, ID, Encrypt } = context.trailerInfo;
  const entries = Object.entries({ Root, Info, ID, Encrypt });
  return entries
    .map(([key, value]) => (value ? ` /${key} ${bytesOf(value).toString('latin1')}` : ''))
    .join('');
};

/** One entry of a cross-reference stream: type 1 (in use), offset, generation. */
const xrefStreamEntry = (at: number): Buffer => {
  const entry = Buffer.alloc(8);
  entry.writeUInt8(1, 0);
  entry.writeUIntBE(at, 1, 5);
  return entry;
};

/**
 * An incremental update that adds the placeholder to the document catalog. It is appended, so the original bytes and
 * offsets stay the same, and a range of a copy is a range of the original plus this update.
 * @throws when the document is not supported
 */
const incrementalUpdateOf = async (pdf: Buffer): Promise<Buffer> => {
  const document = await PDFDocument.load(pdf, {
    updateMetadata: false,
    ignoreEncryption: true,
    forIncrementalUpdate: true,
    parseSpeed: Number.POSITIVE_INFINITY,
  });
  const { context, catalog } = document;
  const root = context.trailerInfo.Root;
  if (!(root instanceof PDFRef) || root.generationNumber !== 0)
    throw new TypeError('the catalog is not an indirect object');
  catalog.set(PDFName.of(KEY), PDFName.of(BLANK));
  // Offsets count from the header, which need not be the first byte.
  const start = pdf.subarray(0, HEADER_WITHIN).indexOf('%PDF-');
  if (start < 0) throw new TypeError('the file has no header');
  const previous = xrefOffsetOf(pdf);
  const hasXrefTable = pdf.subarray(start + previous, start + previous + 4).toString('latin1') === 'xref';

  const opening = Buffer.from(`\n${root.objectNumber} 0 obj\n`, 'latin1');
  const body = Buffer.concat([opening, bytesOf(catalog), Buffer.from('\nendobj\n', 'latin1')]);
  const rootOffset = pdf.length - start + 1;
  const xrefOffset = pdf.length - start + body.length;
  const size = context.largestObjectNumber + 1;
  const end = `startxref\n${xrefOffset}\n%%EOF\n`;
  const trailer = `${trailerOf(document)} /Prev ${previous}`;
  if (hasXrefTable) {
    const text = `xref\n${root.objectNumber} 1\n${xrefEntry(rootOffset)}trailer\n<< /Size ${size}${trailer} >>\n${end}`;
    return Buffer.concat([body, Buffer.from(text, 'latin1')]);
  }
  const dict = `/Type /XRef /Size ${size + 1} /W [1 5 2] /Index [${root.objectNumber} 1 ${size} 1]${trailer} /Length 16`;
  return Buffer.concat([
    body,
    Buffer.from(`${size} 0 obj\n<< ${dict} >>\nstream\n`, 'latin1'),
    xrefStreamEntry(rootOffset),
    xrefStreamEntry(xrefOffset),
    Buffer.from(`\nendstream\nendobj\n${end}`, 'latin1'),
  ]);
};

/** The watermark template of a document, or the plain one when it is not supported: every copy has a code. */
export const watermarkOf = async (pdf: Buffer): Promise<Buffer> => {
  const watermark = await incrementalUpdateOf(pdf).catch(plainWatermark);
  // A second match in the document could be mistaken for the code.
  return watermark.indexOf(MARK) === watermark.lastIndexOf(MARK) ? watermark : plainWatermark();
};

/** The watermark of one copy: the template with its code filled in. @param code 32 hexadecimal digits */
export const watermarkWithCode = (template: Buffer, code: string): Buffer => {
  const at = template.indexOf(`${MARK}${BLANK}`);
  if (at < 0) throw new TypeError('the watermark has no placeholder for a code');
  const watermark = Buffer.from(template);
  watermark.write(code, at + MARK.length, 'latin1');
  return watermark;
};

/** The code in a leaked PDF, also after another program has saved it; null when there is none. */
export const extractCode = async (pdf: Uint8Array): Promise<string | null> => {
  const pattern = new RegExp(`/${KEY}\\s*/([0-9a-f]{32})`);
  const document = await PDFDocument.load(pdf, { updateMetadata: false, ignoreEncryption: true }).catch(
    () => null,
  );
  const value = document?.catalog.get(PDFName.of(KEY))?.toString();
  return (
    pattern.exec(`/${KEY} ${value ?? ''}`)?.[1] ??
    pattern.exec(Buffer.from(pdf).toString('latin1'))?.[1] ??
    null
  );
};
