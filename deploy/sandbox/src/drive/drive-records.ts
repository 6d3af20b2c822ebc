import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Ledger } from '../ledger.ts';

/** Access of the service account: Google answers `not-found` for a file that is not shared. */
export const Access = z.enum(['ok', 'no-access', 'not-found']);
export type Access = z.infer<typeof Access>;

const DriveFile = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  bytes: z.number(),
  md5: z.string(),
  sha256: z.string().default(''),
  /** The folder of a file that `files.create` made. */
  parents: z.array(z.string()).default([]),
  isDeleted: z.boolean().default(false),
  version: z.number(),
  access: Access,
  createdAt: z.string(),
});
export type DriveFile = z.infer<typeof DriveFile>;

const newId = (): string => `1${randomBytes(24).toString('base64url')}`;

export type DriveRecords = Awaited<ReturnType<typeof driveRecords>>;

/** Files of the fake Drive: metadata in the ledger, bytes in a folder beside it. */
export const driveRecords = async (ledger: Ledger, dataDir: string | undefined) => {
  const files = ledger.table<DriveFile>('drive.files', DriveFile);
  const folder = dataDir ? join(dataDir, 'drive') : await mkdtemp(join(tmpdir(), 'sandbox-drive-'));
  await mkdir(folder, { recursive: true });
  const pathOf = ({ id, version }: Pick<DriveFile, 'id' | 'version'>): string =>
    join(folder, `${id}.${version}`);

  return {
    get: files.get,
    all: (): DriveFile[] => [...files.all()].filter(({ isDeleted }) => !isDeleted).reverse(),
    newId,
    /** Stores the bytes at `path` under a new id, or as a new version of an existing file. */
    enqueue: async (
      about: Pick<DriveFile, 'name' | 'mimeType' | 'access'> & {
        readonly id?: string;
        readonly parents?: string[];
      },
      path: string,
      now: Date,
    ): Promise<DriveFile> => {
      const before = about.id === undefined ? undefined : files.get(about.id);
      const { parents = before?.parents ?? [] } = about;
      const content = await readFile(path);
      const file: DriveFile = {
        ...about,
        parents,
        isDeleted: false,
        id: before?.id ?? (about.parents && about.id ? about.id : newId()),
        bytes: content.byteLength,
        md5: createHash('md5').update(content).digest('hex'),
        sha256: createHash('sha256').update(content).digest('hex'),
        version: (before?.version ?? 0) + 1,
        createdAt: before?.createdAt ?? now.toISOString(),
      };
      await copyFile(path, pathOf(file));
      files.put(file);
      return file;
    },
    /** Deletes the bytes; the id is never used again. */
    remove: async (file: DriveFile): Promise<void> => {
      files.put({ ...file, access: 'not-found', isDeleted: true });
      await rm(pathOf(file), { force: true });
    },
    share: (file: DriveFile, access: Access): DriveFile => {
      const shared = { ...file, access };
      files.put(shared);
      return shared;
    },
    open: (file: DriveFile, range?: { start: number; end: number }): Readable =>
      createReadStream(pathOf(file), range),
    [Symbol.asyncDispose]: async (): Promise<void> => {
      if (!dataDir) await rm(folder, { recursive: true, force: true });
    },
  };
};
