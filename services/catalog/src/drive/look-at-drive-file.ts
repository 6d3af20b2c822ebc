import { type DriveFile, driveKeyOf, type FileStore, Refusal } from '@satrangi/chassis';
import { fileLimits, kindOf } from '@satrangi/contracts';
import { lookAtMedia, lookAtReel } from '../files/look-at-media.ts';
import type { ChangeMedia } from '../media/change-media.ts';
import type { Needs } from '../media/media.needs.ts';
import { type DriveState, type Media, type MediaFile, revisionOf } from '../media/media.rules.ts';
import { driveBytes } from './drive-bytes.ts';
import type { LookAtDrive } from './drive-look.ts';

type Seen = { readonly driveState: DriveState; readonly file?: MediaFile };
const wrongType: Seen = { driveState: 'wrong-type' };

/** PDFs are copied into the house: samples are cut from them, and reading does not wait for Google. */
const copyPdf = async (files: FileStore, { id, bytes, revision }: DriveFile): Promise<Seen> => {
  if (bytes === null || bytes > fileLimits.pdf) return wrongType;
  const mimeType = 'application/pdf';
  const { key, bytes: copied, sha256 } = await files.put(files.open(driveKeyOf(id)), { mimeType });
  const look = await lookAtMedia(files.path(key), 'pdf');
  if (look.kind !== 'fits') return wrongType;
  const file = { key, revision: revisionOf(sha256), bytes: copied, pages: look.pages, mimeType };
  return { driveState: 'ok', file: { ...file, store: 'disk', driveFileId: id, driveRevision: revision } };
};

/** Films and sound stay in Drive and are streamed from there; only their beginning and end are read now. */
const lookAtFar = async (
  files: FileStore,
  sort: 'audio' | 'video',
  { id, bytes, revision, durationSeconds }: DriveFile,
): Promise<Seen> => {
  if (bytes === null) return wrongType;
  const key = driveKeyOf(id);
  const look = await lookAtReel(driveBytes(files, key, bytes), sort);
  if (look.kind !== 'fits') return wrongType;
  const seconds = look.seconds ?? durationSeconds;
  return {
    driveState: 'ok',
    file: {
      key,
      revision: revisionOf(revision),
      bytes,
      pages: 0,
      mimeType: look.mimeType,
      store: 'drive',
      driveFileId: id,
      driveRevision: revision,
      ...(seconds === null ? {} : { durationSeconds: seconds }),
    },
  };
};

/** Null when it is still the file that was looked at before. */
const lookAt = async (
  { drive, files }: Pick<Needs, 'drive' | 'files'>,
  item: Media,
  driveFileId: string,
): Promise<Seen | null> => {
  const answer = await drive.about(driveFileId);
  if (answer.kind !== 'file') return { driveState: answer.kind };
  const isSame =
    item.driveState === 'ok' &&
    item.file?.driveFileId === driveFileId &&
    item.file.driveRevision === answer.file.revision;
  if (isSame) return null;
  const sort = kindOf(item.mediaType).file;
  return sort === 'pdf' ? copyPdf(files, answer.file) : lookAtFar(files, sort, answer.file);
};

/**
 * Asks Drive about the file an editor linked and makes it the file of the item. Safe to run again: an item that has
 * another link meanwhile stays as it is. @throws Refusal unavailable while Drive is away; it is asked again then.
 */
export const lookAtDriveFile =
  (needs: Pick<Needs, 'drive' | 'files' | 'media'>, change: ChangeMedia) =>
  async ({ mediaId, driveFileId }: LookAtDrive): Promise<void> => {
    const item = await needs.media.byId(mediaId);
    if (!item || item.driveFileId !== driveFileId || item.status === 'withdrawn') return;
    const seen = await lookAt(needs, item, driveFileId);
    if (!seen) return;
    try {
      await change(mediaId, {
        edit: (before) => (before.driveFileId === driveFileId ? { ...seen } : null),
        happened: seen.file ? 'file' : 'updated',
        isEditorial: true,
      });
    } catch (error) {
      // withdrawn while Drive was asked
      if (!(error instanceof Refusal && error.code === 'not-found')) throw error;
    }
  };
