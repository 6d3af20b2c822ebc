import { type DriveFile, driveKeyOf, type FileStore, Refusal } from '@satrangi/chassis';
import { fileLimits, kindOf } from '@satrangi/contracts';
import { inspectMediaFile, inspectStream } from '../files/inspect-media-file.ts';
import type { ChangeMedia } from '../media/change-media.ts';
import type { InspectDriveFile } from '../media/drive-file-work.ts';
import type { Deps } from '../media/media.deps.ts';
import { type DriveState, type Media, type MediaFile, revisionOf } from '../media/media.rules.ts';
import { driveByteSource } from './drive-byte-source.ts';

type Result = { readonly driveState: DriveState; readonly file?: MediaFile };
const wrongType: Result = { driveState: 'wrong-type' };

/** Copies a PDF to the file store: samples are cut from it, and reading must not depend on Google. */
const copyPdf = async (files: FileStore, { id, bytes, revision }: DriveFile): Promise<Result> => {
  if (bytes === null || bytes > fileLimits.pdf) return wrongType;
  const mimeType = 'application/pdf';
  const { key, bytes: copied, sha256 } = await files.put(await files.open(driveKeyOf(id)), { mimeType });
  const inspection = await files.withCopy(key, (path) => inspectMediaFile(path, 'pdf'));
  if (inspection.kind !== 'fits') return wrongType;
  const file = {
    key,
    revision: revisionOf(sha256),
    bytes: copied,
    pages: inspection.pages,
    mimeType,
    contents: inspection.contents ?? [],
  };
  return { driveState: 'ok', file: { ...file, store: 'disk', driveFileId: id, driveRevision: revision } };
};

/** Films and recordings stay in Drive and are streamed from there; only their headers are read here. */
const inspectRemote = async (
  files: FileStore,
  fileKind: 'audio' | 'video',
  { id, bytes, revision, durationSeconds }: DriveFile,
): Promise<Result> => {
  if (bytes === null) return wrongType;
  const key = driveKeyOf(id);
  const inspection = await inspectStream(driveByteSource(files, key, bytes), fileKind);
  if (inspection.kind !== 'fits') return wrongType;
  const seconds = inspection.seconds ?? durationSeconds;
  return {
    driveState: 'ok',
    file: {
      key,
      revision: revisionOf(revision),
      bytes,
      pages: 0,
      mimeType: inspection.mimeType,
      store: 'drive',
      driveFileId: id,
      driveRevision: revision,
      ...(seconds === null ? {} : { durationSeconds: seconds }),
    },
  };
};

/** @returns null when the file has not changed since its last inspection */
const inspectLinkedFile = async (
  { drive, files }: Pick<Deps, 'drive' | 'files'>,
  item: Media,
  driveFileId: string,
): Promise<Result | null> => {
  const answer = await drive.about(driveFileId);
  if (answer.kind !== 'file') return { driveState: answer.kind };
  const isSame =
    item.driveState === 'ok' &&
    item.file?.driveFileId === driveFileId &&
    item.file.driveRevision === answer.file.revision;
  if (isSame) return null;
  const fileKind = kindOf(item.mediaType).file;
  return fileKind === 'pdf' ? copyPdf(files, answer.file) : inspectRemote(files, fileKind, answer.file);
};

/**
 * Inspects the Drive file an editor linked and makes it the file of the item. Idempotent; an item whose link has changed
 * since stays as it is. @throws Refusal unavailable while Drive does not respond; the outbox worker retries
 */
export const inspectDriveFile =
  (deps: Pick<Deps, 'drive' | 'files' | 'media'>, change: ChangeMedia) =>
  async ({ mediaId, driveFileId }: InspectDriveFile): Promise<void> => {
    const item = await deps.media.byId(mediaId);
    if (!item || item.driveFileId !== driveFileId || item.status === 'withdrawn') return;
    const result = await inspectLinkedFile(deps, item, driveFileId);
    if (!result) return;
    try {
      await change(mediaId, {
        edit: (before) => (before.driveFileId === driveFileId ? { ...result } : null),
        updateKind: result.file ? 'file' : 'updated',
        isEditorial: true,
      });
    } catch (error) {
      // The item was withdrawn during the inspection.
      if (!(error instanceof Refusal && error.code === 'not-found')) throw error;
    }
  };
