import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MANUSCRIPT_MAX_BYTES } from '@satrangi/contracts';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { SIGNATURE_BYTES, signatureOf } from './signature.rules.ts';
import {
  archiveKind,
  isArchiveName,
  isHostile,
  isMacro,
  isUnsafeName,
  type ZipEntry,
  zipLimits,
} from './zip-entries.rules.ts';

export type ZipWarning = 'macros' | 'encrypted' | 'nested';
export type InspectedZip = {
  readonly kind: 'epub' | 'docx' | 'zip';
  readonly warnings: ReadonlySet<ZipWarning>;
};

/** The archive is hostile or damaged. */
class BadArchive extends Error {
  override readonly name = 'BadArchive';
}

const FIRST_CONTENT_MAX = 64;

const entryOf = (entry: Entry): ZipEntry => ({
  name: entry.fileName,
  compressed: entry.compressedSize,
  uncompressed: entry.uncompressedSize,
  mode: entry.externalFileAttributes >>> 16,
  isEncrypted: entry.isEncrypted(),
});

/** In names of the old encoding control bytes are decoded as signs. */
const hasControlBytes = (name: Buffer): boolean => name.some((byte) => byte < 0x20 || byte === 0x7f);

/** Reads an entry to its end and keeps its first bytes. yauzl ends one that is longer than it declares. */
const readEntry = async (stream: Readable): Promise<string> => {
  let start = '';
  for await (const chunk of stream as AsyncIterable<Buffer>)
    if (start.length < FIRST_CONTENT_MAX)
      start += chunk.subarray(0, FIRST_CONTENT_MAX - start.length).toString('latin1');
  return start;
};

/** The budget of one manuscript, shared by the archives in it. */
type Budget = { entries: number; bytes: number };

const spend = (budget: Budget, { uncompressed }: ZipEntry): void => {
  budget.entries += 1;
  budget.bytes += uncompressed;
  if (budget.entries > zipLimits.entries || budget.bytes > zipLimits.unpacked) throw new BadArchive();
};

/** An archive in an archive is written to a file beside it, inspected and removed: only its directory has its sizes. */
const inspectNested = async (
  source: Readable,
  path: string,
  depth: number,
  budget: Budget,
  warnings: Set<ZipWarning>,
): Promise<void> => {
  const temporary = join(dirname(path), `nested-${randomUUID()}`);
  try {
    await pipeline(source, createWriteStream(temporary, { flags: 'wx' }));
    await using file = await open(temporary, 'r');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
    // a name alone makes no archive
    if (signatureOf(buffer.subarray(0, bytesRead)) !== 'zip') return;
    warnings.add('nested');
    if (depth >= zipLimits.depth) throw new BadArchive();
    for (const warning of (await inspect(temporary, depth + 1, budget)).warnings) warnings.add(warning);
  } finally {
    await rm(temporary, { force: true });
  }
};

async function inspectEntries(
  zip: ZipFile,
  path: string,
  depth: number,
  budget: Budget,
): Promise<InspectedZip> {
  const warnings = new Set<ZipWarning>();
  const names: string[] = [];
  let firstContent: string | null = null;
  for await (const raw of zip.eachEntry()) {
    const entry = entryOf(raw);
    if (hasControlBytes(raw.fileNameRaw) || isUnsafeName(entry.name) || isHostile(entry))
      throw new BadArchive();
    spend(budget, entry);
    if (isMacro(entry.name)) warnings.add('macros');
    if (entry.isEncrypted) warnings.add('encrypted');
    else if (!entry.name.endsWith('/')) {
      const stream = await zip.openReadStreamPromise(raw);
      if (isArchiveName(entry.name) && entry.uncompressed <= MANUSCRIPT_MAX_BYTES)
        await inspectNested(stream, path, depth, budget, warnings);
      else {
        const start = await readEntry(stream);
        if (names.length === 0) firstContent = start;
      }
    }
    names.push(entry.name);
  }
  if (names.length === 0) throw new BadArchive();
  return { kind: archiveKind(names, firstContent), warnings };
}

async function inspect(path: string, depth: number, budget: Budget): Promise<InspectedZip> {
  const zip = await openPromise(path, {
    lazyEntries: true,
    autoClose: false,
    strictFileNames: true,
    validateEntrySizes: true,
  });
  try {
    if (zip.entryCount > zipLimits.entries) throw new BadArchive();
    return await inspectEntries(zip, path, depth, budget);
  } finally {
    zip.close();
  }
}

/**
 * Reads through an archive without keeping what it unpacks: the sizes that entries declare are checked against their
 * bytes. @returns null for a hostile or damaged archive
 */
export const inspectZip = async (path: string): Promise<InspectedZip | null> => {
  try {
    return await inspect(path, 1, { entries: 0, bytes: 0 });
  } catch (error) {
    if (isSystemError(error)) throw error;
    // yauzl and zlib report damaged archives as plain errors
    return null;
  }
};

/** An error of the disk, not of the archive. */
const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
