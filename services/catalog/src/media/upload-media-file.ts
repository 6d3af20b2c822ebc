import type { UploadedFile } from '@satrangi/chassis';
import type { MediaKind } from '@satrangi/contracts';
import type { ChangeMedia } from './change-media.ts';
import { lookOrRefuse } from './look-or-refuse.ts';
import type { Needs } from './media.needs.ts';
import { type Media, type MediaFile, revisionOf } from './media.rules.ts';
import { shownItem } from './shown-item.ts';

/**
 * Sets or replaces the file of an item: from now on it is this one and no longer one in Drive. The same bytes again
 * change nothing. @throws Refusal not-found, validation-failed.
 */
export const uploadMediaFile =
  (needs: Needs, change: ChangeMedia) =>
  async (kind: MediaKind, mediaId: string, uploaded: UploadedFile | undefined): Promise<Media> => {
    await shownItem(needs, kind, mediaId);
    const { upload, look } = await lookOrRefuse(kind, uploaded);
    const { mimeType, pages, seconds } = look;
    const { key, bytes, sha256 } = await needs.files.put(upload.path, { mimeType });
    const file: MediaFile = {
      key,
      revision: revisionOf(sha256),
      bytes,
      pages,
      mimeType,
      store: 'disk',
      ...(seconds === null ? {} : { durationSeconds: seconds }),
    };
    return change(mediaId, {
      kind,
      edit: ({ file: current, driveFileId }) =>
        current?.revision === file.revision && !driveFileId
          ? null
          : { file, driveLink: null, driveFileId: null, driveState: null, ...withoutAddresses },
      happened: 'file',
      isEditorial: true,
    });
  };
const withoutAddresses = { audioUrl: null, videoUrl: null, pdfUrl: null } as const;
