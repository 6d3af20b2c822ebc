import { Refusal, type UploadedFile } from '@satrangi/chassis';
import type { MediaKind } from '@satrangi/contracts';
import type { ChangeMedia } from './change-media.ts';
import { inspectUpload } from './inspect-upload.ts';
import type { Deps } from './media.deps.ts';
import { type Clip, type Media, revisionOf } from './media.rules.ts';
import { publishedItem } from './published-item.ts';

const noPreview = 'A sample is cut from the PDF itself; only films and sound have a clip.';

/** Sets or replaces the free preview clip of a film or a recording. @throws Refusal not-found, validation-failed */
export const uploadPreview =
  (deps: Deps, change: ChangeMedia) =>
  async (
    kind: MediaKind,
    mediaId: string,
    {
      upload: uploaded,
      startsAt,
    }: { readonly upload: UploadedFile | undefined; readonly startsAt?: number | undefined },
  ): Promise<Media> => {
    await publishedItem(deps, kind, mediaId);
    if (kind.file === 'pdf') throw new Refusal('validation-failed', noPreview);
    const { upload, inspection } = await inspectUpload(kind, uploaded);
    const { mimeType, seconds } = inspection;
    const { key, bytes, sha256 } = await deps.files.put(upload.path, { mimeType });
    const preview: Clip = {
      key,
      revision: revisionOf(sha256),
      bytes,
      mimeType,
      ...(seconds === null ? {} : { durationSeconds: seconds }),
      ...(startsAt === undefined ? {} : { startsAt }),
    };
    return change(mediaId, {
      kind,
      edit: ({ preview: current }) =>
        current?.revision === preview.revision && current.startsAt === startsAt ? null : { preview },
      updateKind: 'updated',
      isEditorial: true,
    });
  };
