import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type Archive,
  type ArchiveBudget,
  archiveBudget,
  BadArchive,
  isSystemError,
  withArchive,
} from '@satrangi/chassis/archives';
import { MANUSCRIPT_MAX_BYTES } from '@satrangi/contracts';
import { archiveKind, isArchiveName, isMacro } from './archive-kinds.rules.ts';
import { SIGNATURE_BYTES, signatureOf } from './signature.rules.ts';

export type ZipWarning = 'macros' | 'encrypted' | 'nested';
export type InspectedZip = {
  readonly kind: 'epub' | 'docx' | 'zip';
  readonly warnings: ReadonlySet<ZipWarning>;
};

const FIRST_CONTENT_MAX = 64;
/** An archive in an archive is allowed, a third one is not. */
const MAX_DEPTH = 2;

/** Reads an entry to its end and keeps its first bytes. yauzl ends one that is longer than it declares. */
const readEntry = async (stream: Readable): Promise<string> => {
  let start = '';
  for await (const chunk of stream as AsyncIterable<Buffer>)
    if (start.length < FIRST_CONTENT_MAX)
      start += chunk.subarray(0, FIRST_CONTENT_MAX - start.length).toString('latin1');
  return start;
};

/** An archive in an archive is written to a file beside it, inspected and removed: only its directory has its sizes. */
const inspectNested = async (
  source: Readable,
  path: string,
  depth: number,
  budget: ArchiveBudget,
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
    if (depth >= MAX_DEPTH) throw new BadArchive();
    for (const warning of (await inspect(temporary, depth + 1, budget)).warnings) warnings.add(warning);
  } finally {
    await rm(temporary, { force: true });
  }
};

async function inspectEntries(
  archive: Archive,
  path: string,
  depth: number,
  budget: ArchiveBudget,
): Promise<InspectedZip> {
  const warnings = new Set<ZipWarning>();
  const names: string[] = [];
  let firstContent: string | null = null;
  for await (const entry of archive.entries()) {
    if (isMacro(entry.name)) warnings.add('macros');
    if (entry.isEncrypted) warnings.add('encrypted');
    else if (!entry.name.endsWith('/')) {
      const stream = await archive.open(entry);
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

async function inspect(path: string, depth: number, budget: ArchiveBudget): Promise<InspectedZip> {
  return withArchive(path, budget, (archive) => inspectEntries(archive, path, depth, budget));
}

/**
 * Reads through an archive without keeping what it unpacks: the sizes that entries declare are checked against their
 * bytes. @returns null for a hostile or damaged archive
 */
export const inspectZip = async (path: string): Promise<InspectedZip | null> => {
  try {
    return await inspect(path, 1, archiveBudget());
  } catch (error) {
    if (isSystemError(error)) throw error;
    // yauzl and zlib report damaged archives as plain errors
    return null;
  }
};
