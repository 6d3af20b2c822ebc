import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

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

/** Reads a file once. @returns its SHA-256 in hex, and which patterns it contains */
export const scanBytes = async (
  path: string,
): Promise<{ readonly sha256: string; readonly found: ReadonlySet<Pattern> }> => {
  const hash = createHash('sha256');
  const found = new Set<Pattern>();
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    const window = Buffer.concat([tail, chunk]);
    for (const [name, bytes] of entries) if (!found.has(name) && window.includes(bytes)) found.add(name);
    tail = window.subarray(-OVERLAP);
  }
  return { sha256: hash.digest('hex'), found };
};
