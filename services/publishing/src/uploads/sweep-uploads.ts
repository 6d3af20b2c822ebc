import { join } from 'node:path';
import type { OwnFiles, ServiceContext } from '@satrangi/chassis';
import type { RemoveUpload } from './remove-upload.ts';
import type { ResumableUploads } from './resumable-uploads.ts';
import { sweepFolder } from './sweep-folder.ts';
import type { UploadsStore } from './uploads.store.ts';

const HOUR_MS = 3_600_000;
/** An upload that no submission names is removed after this time. */
export const UNCLAIMED_HOURS = 24;

type Deps = Pick<ServiceContext<unknown>, 'clock'> & {
  readonly uploads: UploadsStore;
  /** Lookups of submissions by upload; a type of its own, because submissions import uploads. */
  readonly submissions: {
    readonly ofUploads: (ids: string[]) => Promise<readonly unknown[]>;
    readonly unclaimed: (ids: string[]) => Promise<string[]>;
  };
  readonly files: OwnFiles;
  readonly removeUpload: RemoveUpload;
  readonly dataDir: string;
  readonly resumable: Pick<ResumableUploads, 'sweep'>;
};

/**
 * Removes uploads that no submission names, and rests of uploads that ended halfway. An upload is marked before its
 * submissions are read, and `submit` reads the mark after it stored a submission: at least one finds the other.
 */
export const sweepUploads =
  ({ uploads, submissions, files, removeUpload, clock, dataDir, resumable }: Deps) =>
  async (): Promise<void> => {
    const now = clock.now().getTime();
    const since = now - UNCLAIMED_HOURS * HOUR_MS;
    for (const id of await submissions.unclaimed(await uploads.before(new Date(since)))) {
      await uploads.change(id, { isLeaving: true });
      if ((await submissions.ofUploads([id])).length > 0) await uploads.change(id, { isLeaving: false });
      else await removeUpload(id);
    }
    const stored = await files.storedBefore(new Date(since));
    const known = await uploads.known(stored);
    for (const id of stored) if (!known.has(id)) await files.remove(id);
    await sweepFolder(join(dataDir, 'arriving'), now - HOUR_MS);
    await resumable.sweep(new Date(since));
  };
