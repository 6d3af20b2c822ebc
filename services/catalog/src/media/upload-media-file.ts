import type { UploadedFile } from '@satrangi/chassis';
import type { MediaKind } from '@satrangi/contracts';
import type { ChangeMedia } from './change-media.ts';
import { inspectUpload } from './inspect-upload.ts';
import type { Deps } from './media.deps.ts';
import { type Media, type MediaFile, revisionOf } from './media.rules.ts';
import { publishedItem } from './published-item.ts';

/**
 * Sets or replaces the file of an item; it also replaces a linked Drive file. Idempotent for the same bytes.
 * @throws Refusal not-found, validation-failed
 */
export const uploadMediaFile =
  (deps: Deps, change: ChangeMedia) =>
  async (kind: MediaKind, mediaId: string, uploaded: UploadedFile | undefined): Promise<Media> => {
    await publishedItem(deps, kind, mediaId);
    const { upload, inspection } = await inspectUpload(kind, uploaded);
    const { mimeType, pages, seconds, contents = [] } = inspection;
    const { key, bytes, sha256 } = await deps.files.put(upload.path, { mimeType });
    const file: MediaFile = {
      key,
      revision: revisionOf(sha256),
      bytes,
      pages,
      mimeType,
      store: 'disk',
      ...(seconds === null ? {} : { durationSeconds: seconds }),
      ...(contents.length > 0 ? { contents } : {}),
    };
    return change(mediaId, {
      kind,
      edit: ({ file: current, driveFileId }) =>
        current?.revision === file.revision && !driveFileId
          ? null
          : { file, driveLink: null, driveFileId: null, driveState: null, ...withoutLinks },
      updateKind: 'file',
      isEditorial: true,
    });
  };
const withoutLinks = { audioUrl: null, videoUrl: null, pdfUrl: null } as const;
