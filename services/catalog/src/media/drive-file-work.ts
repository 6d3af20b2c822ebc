import type { Work } from '@satrangi/chassis';
import { z } from 'zod';
import type { Media } from './media.rules.ts';

/** Outbox work that inspects the Drive file an editor linked. */
export const INSPECT_DRIVE_FILE = 'look-at-drive-file';
export const InspectDriveFile = z.object({ mediaId: z.string(), driveFileId: z.string() });
export type InspectDriveFile = z.infer<typeof InspectDriveFile>;

/** The outbox work of a save: one job when the item links a file in Drive. */
export const driveFileWork = ({ _id, version, driveFileId }: Media): Work[] =>
  driveFileId
    ? [
        {
          kind: INSPECT_DRIVE_FILE,
          key: `${_id}-${version}`,
          data: { mediaId: _id, driveFileId } satisfies InspectDriveFile,
        },
      ]
    : [];
