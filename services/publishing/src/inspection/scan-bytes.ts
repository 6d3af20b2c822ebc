import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

/** Byte patterns that decide about a file, by name. Names of streams in compound files are UTF-16. */
const patterns = {
  word: utf16('WordDocument'),
  macros: utf16('_VBA_PROJECT'),
  encrypted: utf16('EncryptedPackage'),
  pdfEncrypted: Buffer.from('/Encrypt', 'latin1'),
  pdfEnd: Buffer.from('%%EOF', 'latin1'),
} as const;
export type Pattern = keyof typeof patterns;
const entries = Object.entries(patterns) as [Pattern, Buffer][];
const OVERLAP = Math.max(...entries.map(([, bytes]) => bytes.length)) - 1;
const READ_BYTES = 256 * 1024;

/**
 * Reads a file once, into the same memory again and again: a buffer for each part would cost as much memory as the file
 * until the next garbage collection.
 * @returns its SHA-256 in hex, and which patterns it contains
 */
export const scanBytes = async (
  path: string,
): Promise<{ readonly sha256: string; readonly found: ReadonlySet<Pattern> }> => {
  await using file = await open(path, 'r');
  const hash = createHash('sha256');
  const found = new Set<Pattern>();
  // the end of the part before, for patterns that two parts share, then the part itself
  const memory = Buffer.alloc(OVERLAP + READ_BYTES);
  let kept = 0;
  for (;;) {
    const { bytesRead } = await file.read(memory, kept, READ_BYTES, null);
    if (bytesRead === 0) return { sha256: hash.digest('hex'), found };
    const end = kept + bytesRead;
    hash.update(memory.subarray(kept, end));
    const window = memory.subarray(0, end);
    for (const [name, bytes] of entries) if (!found.has(name) && window.includes(bytes)) found.add(name);
    const next = Math.min(OVERLAP, end);
    memory.copyWithin(0, end - next, end);
    kept = next;
  }
};
