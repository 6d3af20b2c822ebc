import { type DriveFolder, driveTexts, type OwnFiles, Refusal, type ServiceContext } from '@satrangi/chassis';
import type { UploadsStore } from './uploads.store.ts';

export type RemoveUpload = (id: string) => Promise<void>;

type Deps = Pick<ServiceContext<unknown>, 'clock'> & {
  readonly uploads: UploadsStore;
  readonly files: OwnFiles;
  /** Null without Drive. */
  readonly folder: DriveFolder | null;
};

/**
 * Removes an upload from Drive and from its store, then its document. Safe to repeat.
 * @throws Refusal unavailable while it cannot be removed from Drive, or is just being copied there
 */
export const removeUpload =
  ({ uploads, files, folder, clock }: Deps): RemoveUpload =>
  async (id) => {
    const upload = await uploads.leave(id);
    if (upload?.driveFileId) {
      const isBeingCopied = upload.store === 'disk' && (upload.copyUntil ?? 0) > clock.now();
      if (!folder) throw new Refusal('unavailable', driveTexts.notSetUp);
      if (isBeingCopied) throw new Refusal('unavailable', driveTexts.away, { retryAfter: 60 });
      await folder.remove(upload.driveFileId);
    }
    await files.remove(id);
    await uploads.remove(id);
  };
