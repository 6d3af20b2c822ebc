import { Refusal, type UploadedFile } from '@satrangi/chassis';
import type { MediaKind } from '@satrangi/contracts';
import { type Look, lookAtMedia } from '../files/look-at-media.ts';
import type { ChangeMedia } from './change-media.ts';
import type { Needs } from './media.needs.ts';
import { type Clip, type Media, type MediaFile, revisionOf } from './media.rules.ts';
import { shownItem } from './shown-item.ts';

export const fileTexts = {
  pdf: {
    missing: 'Choose a PDF file',
    other: 'Invalid file type. Please upload a PDF file.',
    unreadable: 'That PDF can not be read. Please export it again without a password.',
  },
  audio: {
    missing: 'Choose an MP3, M4A or OGG file',
    other: 'Invalid file type. Please upload an MP3, M4A or OGG file.',
    unreadable: 'That file can not be read. Please export it again.',
  },
  video: {
    missing: 'Choose an MP4 or WebM file',
    other: 'Invalid file type. Please upload an MP4 or WebM file.',
    unreadable: 'That file can not be read. Please export it again.',
  },
  noPreview: 'A sample is cut from the PDF itself; only films and sound have a clip.',
} as const;

const lookOrRefuse = async (
  kind: MediaKind,
  upload: UploadedFile | undefined,
): Promise<{ upload: UploadedFile; look: Extract<Look, { kind: 'fits' }> }> => {
  const texts = fileTexts[kind.file];
  if (!upload) throw new Refusal('validation-failed', texts.missing);
  const look = await lookAtMedia(upload.path, kind.file);
  if (look.kind !== 'fits') throw new Refusal('validation-failed', texts[look.kind]);
  return { upload, look };
};

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

/** Sets or replaces the free clip of a film or of sound. @throws Refusal not-found, validation-failed. */
export const uploadPreview =
  (needs: Needs, change: ChangeMedia) =>
  async (kind: MediaKind, mediaId: string, uploaded: UploadedFile | undefined): Promise<Media> => {
    await shownItem(needs, kind, mediaId);
    if (kind.file === 'pdf') throw new Refusal('validation-failed', fileTexts.noPreview);
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
