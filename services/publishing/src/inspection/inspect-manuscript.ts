import { open } from 'node:fs/promises';
import type { FileWarning, ManuscriptKind } from '@satrangi/contracts';
import { inspectZip } from './inspect-zip.ts';
import { type Pattern, scanBytes } from './scan-bytes.ts';
import { SIGNATURE_BYTES, signatureOf } from './signature.rules.ts';

export type Inspected = {
  readonly kind: ManuscriptKind;
  readonly sha256: string;
  readonly warnings: readonly FileWarning[];
};

type Content = Pick<Inspected, 'kind' | 'warnings'> & { readonly isArchive: boolean };

const startOf = async (path: string): Promise<Buffer> => {
  await using file = await open(path, 'r');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
  return buffer.subarray(0, bytesRead);
};

/** The end record of an archive and its longest comment. */
const ZIP_END_BYTES = 22 + 0xffff;
const ZIP_END = Buffer.from('504b0506', 'hex');

/** True when programs for archives would open the file: with a PDF before it, a polyglot. */
const endsAsArchive = async (path: string): Promise<boolean> => {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const start = Math.max(0, size - ZIP_END_BYTES);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(ZIP_END_BYTES), 0, ZIP_END_BYTES, start);
  return buffer.subarray(0, bytesRead).includes(ZIP_END);
};

const warningsIn = (found: ReadonlySet<Pattern>, names: readonly Pattern[]): FileWarning[] => [
  ...(names.includes('macros') && found.has('macros') ? (['macros'] as const) : []),
  ...(names.includes('pdfEncrypted') && found.has('pdfEncrypted') ? (['encrypted'] as const) : []),
];

const contentOf = async (path: string, found: ReadonlySet<Pattern>): Promise<Content | null> => {
  const signature = signatureOf(await startOf(path));
  if (signature === 'pdf') {
    const isPdf = found.has('pdfEnd') && !(await endsAsArchive(path));
    return isPdf ? { kind: 'pdf', warnings: warningsIn(found, ['pdfEncrypted']), isArchive: false } : null;
  }
  if (signature === 'compound') {
    if (found.has('word')) return { kind: 'doc', warnings: warningsIn(found, ['macros']), isArchive: false };
    // Word stores documents with a password this way
    return found.has('encrypted') ? { kind: 'docx', warnings: ['encrypted'], isArchive: false } : null;
  }
  const zip = signature === 'zip' ? await inspectZip(path) : null;
  return zip && { kind: zip.kind, warnings: [...zip.warnings], isArchive: true };
};

/**
 * Reads a file through and compares it with what it claims to be. Any archive may be sent as ZIP.
 * @returns null when the bytes are of another kind, hostile or damaged
 */
export const inspectManuscript = async (path: string, claimed: ManuscriptKind): Promise<Inspected | null> => {
  const { sha256, found } = await scanBytes(path);
  const content = await contentOf(path, found);
  if (!content) return null;
  const agrees = content.kind === claimed || (claimed === 'zip' && content.isArchive);
  return agrees ? { kind: claimed, warnings: content.warnings, sha256 } : null;
};
