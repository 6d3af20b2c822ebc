import {
  DRIVE_UPLOAD_MS,
  type DriveFolder,
  failpoint,
  type OwnFiles,
  type ServiceContext,
  type Work,
} from '@satrangi/chassis';
import { z } from 'zod';
import type { UploadsStore } from '../uploads/uploads.store.ts';

export const DRIVE_COPY = 'drive-copy';
export const DriveCopy = z.object({ uploadId: z.string() });

/** While a copy runs, no other process copies or removes the file. Longer than the longest upload. */
const LEASE_MS = DRIVE_UPLOAD_MS + 60_000;

type Deps = Pick<ServiceContext<unknown>, 'clock'> & {
  readonly uploads: UploadsStore;
  readonly files: OwnFiles;
  readonly folder: DriveFolder;
  /** True with a virus scanner: only files that it found clean are copied. */
  readonly isScanned: boolean;
  readonly nameOf: (uploadId: string) => Promise<string | null>;
};

/** The work item that copies the file of a submission. */
export const driveCopy = (uploadId: string): Work => ({
  kind: DRIVE_COPY,
  key: uploadId,
  data: { uploadId },
});

/**
 * Copies the file of a submission to the shared folder of Drive. Its id there is reserved and stored before, so that a
 * repeated copy makes no second file. The name is the number of the submission. The stored file stays.
 * @throws Error when the copy has to be tried again later
 */
export const copyToDrive =
  ({ uploads, files, folder, isScanned, nameOf, clock }: Deps) =>
  async ({ uploadId }: z.infer<typeof DriveCopy>): Promise<void> => {
    const upload = await uploads.byId(uploadId);
    if (!upload || upload.isLeaving || upload.store === 'drive' || upload.scan === 'infected') return;
    if (isScanned && upload.scan === 'unscanned') throw new Error('a manuscript is not scanned yet');
    const name = await nameOf(uploadId);
    if (!name) return;
    const driveFileId = upload.driveFileId ?? (await folder.newFileId());
    const until = new Date(clock.now().getTime() + LEASE_MS);
    if (!(await uploads.beginCopy(upload, driveFileId, clock.now(), until)))
      throw new Error('a manuscript is being copied or removed by another process');
    try {
      const sha256 = await files.withCopy(uploadId, (path) =>
        folder.put({ id: driveFileId, name: `${name}.${upload.kind}`, path }),
      );
      failpoint('publishing.copied-before-note');
      if (sha256 !== upload.sha256) throw new Error('a manuscript in Drive has other bytes');
      await uploads.change(uploadId, { store: 'drive', copyUntil: null });
    } catch (error) {
      await uploads.change(uploadId, { copyUntil: null });
      throw error;
    }
  };
