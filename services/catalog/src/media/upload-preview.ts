import { Refusal, type UploadedFile } from '@satrangi/chassis';
import type { MediaKind } from '@satrangi/contracts';
import type { ChangeMedia } from './change-media.ts';
import { lookOrRefuse } from './look-or-refuse.ts';
import type { Needs } from './media.needs.ts';
import { type Clip, type Media, revisionOf } from './media.rules.ts';
import { shownItem } from './shown-item.ts';

const noPreview = 'A sample is cut from the PDF itself; only films and sound have a clip.';

/** Sets or replaces the free clip of a film or of sound. @throws Refusal not-found, validation-failed. */
export const uploadPreview =
  (needs: Needs, change: ChangeMedia) =>
  async (kind: MediaKind, mediaId: string, uploaded: UploadedFile | undefined): Promise<Media> => {
    await shownItem(needs, kind, mediaId);
    if (kind.file === 'pdf') throw new Refusal('validation-failed', noPreview);
    const { upload, look } = await lookOrRefuse(kind, uploaded);
    const { mimeType, seconds } = look;
    const { key, bytes, sha256 } = await needs.files.put(upload.path, { mimeType });
    const preview: Clip = {
      key,
      revision: revisionOf(sha256),
      bytes,
      mimeType,
      ...(seconds === null ? {} : { durationSeconds: seconds }),
    };
    return change(mediaId, {
      kind,
      edit: ({ preview: current }) => (current?.revision === preview.revision ? null : { preview }),
      happened: 'updated',
      isEditorial: true,
    });
  };
