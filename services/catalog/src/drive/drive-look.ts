import type { Work } from '@satrangi/chassis';
import { z } from 'zod';
import type { Media } from '../media/media.rules.ts';

/** Outbox work that asks Drive about the file an editor linked. */
export const LOOK_AT_DRIVE = 'look-at-drive-file';
export const LookAtDrive = z.object({ mediaId: z.string(), driveFileId: z.string() });
export type LookAtDrive = z.infer<typeof LookAtDrive>;

/** The work that a save leaves behind when the file of the item is in Drive. */
export const lookWork = ({ _id, version, driveFileId }: Media): Work[] =>
  driveFileId
    ? [
        {
          kind: LOOK_AT_DRIVE,
          key: `${_id}-${version}`,
          data: { mediaId: _id, driveFileId } satisfies LookAtDrive,
        },
      ]
    : [];
