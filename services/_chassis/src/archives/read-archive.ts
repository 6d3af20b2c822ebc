import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { isHostile, isUnsafeName, type ZipEntry, zipLimits } from './zip-entries.rules.ts';

/** The archive is hostile or damaged. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive';
}

/** What an upload may unpack to, shared by the archives in it. */
export type ArchiveBudget = { entries: number; bytes: number };

export const archiveBudget = (): ArchiveBudget => ({ entries: 0, bytes: 0 });

/** An entry whose name, kind and declared sizes were checked. */
export type ArchiveEntry = ZipEntry & { readonly crc32: number; readonly raw: Entry };

export type Archive = {
  /** The entries in the order of the central directory. @throws BadArchive at the first hostile one */
  readonly entries: () => AsyncGenerator<ArchiveEntry>;
  /** The unpacked bytes of an entry. The stream fails at an entry that is longer or shorter than it declares. */
  readonly open: (entry: ArchiveEntry) => Promise<Readable>;
};

const entryOf = (raw: Entry): ArchiveEntry => ({
  name: raw.fileName,
  compressed: raw.compressedSize,
  uncompressed: raw.uncompressedSize,
  mode: raw.externalFileAttributes >>> 16,
  isEncrypted: raw.isEncrypted(),
  crc32: raw.crc32,
  raw,
});

/** In names of the old encoding control bytes are decoded as signs. */
const hasControlBytes = (name: Buffer): boolean => name.some((byte) => byte < 0x20 || byte === 0x7f);

const spend = (budget: ArchiveBudget, { uncompressed }: ZipEntry): void => {
  budget.entries += 1;
  budget.bytes += uncompressed;
  if (budget.entries > zipLimits.entries || budget.bytes > zipLimits.unpacked) throw new BadArchive();
};

async function* checkedEntries(zip: ZipFile, budget: ArchiveBudget): AsyncGenerator<ArchiveEntry> {
  for await (const raw of zip.eachEntry()) {
    const entry = entryOf(raw);
    if (hasControlBytes(raw.fileNameRaw) || isUnsafeName(entry.name) || isHostile(entry))
      throw new BadArchive();
    spend(budget, entry);
    yield entry;
  }
}

/**
 * Opens a ZIP archive of a file, runs `use` and closes it. Nothing is unpacked to disk or kept in memory.
 * @throws BadArchive, and plain errors of yauzl and zlib, for hostile and damaged archives
 */
export const withArchive = async <T>(
  path: string,
  budget: ArchiveBudget,
  use: (archive: Archive) => Promise<T>,
): Promise<T> => {
  const zip = await openPromise(path, {
    lazyEntries: true,
    autoClose: false,
    strictFileNames: true,
    validateEntrySizes: true,
  });
  try {
    if (zip.entryCount > zipLimits.entries) throw new BadArchive();
    return await use({
      entries: () => checkedEntries(zip, budget),
      open: ({ raw }) => zip.openReadStreamPromise(raw),
    });
  } finally {
    zip.close();
  }
};

/** True for an error of the disk, not of the archive. */
export const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
