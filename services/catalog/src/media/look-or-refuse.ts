import { Refusal, type UploadedFile } from '@satrangi/chassis';
import type { MediaKind } from '@satrangi/contracts';
import { type Look, lookAtMedia } from '../files/look-at-media.ts';

const fileTexts = {
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
} as const;

/** What was sent, and what it is. @throws Refusal validation-failed: nothing, something else, or broken */
export const lookOrRefuse = async (
  kind: MediaKind,
  upload: UploadedFile | undefined,
): Promise<{ upload: UploadedFile; look: Extract<Look, { kind: 'fits' }> }> => {
  const texts = fileTexts[kind.file];
  if (!upload) throw new Refusal('validation-failed', texts.missing);
  const look = await lookAtMedia(upload.path, kind.file);
  if (look.kind !== 'fits') throw new Refusal('validation-failed', texts[look.kind]);
  return { upload, look };
};
