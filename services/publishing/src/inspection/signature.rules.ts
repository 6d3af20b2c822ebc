/** What the first bytes of a file show. */
export type Signature = 'pdf' | 'compound' | 'zip' | null;

const PDF = /^%PDF-[12]\.\d/;
/** Compound file of Microsoft (MS-CFB): DOC, and OOXML with a password. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** A local file header: an archive that begins with anything else is another file at the same time. */
const ZIP = Buffer.from('504b0304', 'hex');

/** Bytes at the start that `signatureOf` needs. */
export const SIGNATURE_BYTES = 16;

/** The container format of a file by its first bytes. They must be at the very start: a polyglot has others there. */
export const signatureOf = (start: Buffer): Signature => {
  if (PDF.test(start.subarray(0, 8).toString('latin1'))) return 'pdf';
  if (start.subarray(0, COMPOUND.length).equals(COMPOUND)) return 'compound';
  return start.subarray(0, ZIP.length).equals(ZIP) ? 'zip' : null;
};
