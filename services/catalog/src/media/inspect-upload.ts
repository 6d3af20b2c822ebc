import { Refusal, type UploadedFile } from '@satrangi/chassis';
import type { MediaKind } from '@satrangi/contracts';
import { type Inspection, inspectMediaFile } from '../files/inspect-media-file.ts';

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

/** Inspects an uploaded file. @throws Refusal validation-failed when it is missing, of another type or broken */
export const inspectUpload = async (
  kind: MediaKind,
  upload: UploadedFile | undefined,
): Promise<{ upload: UploadedFile; inspection: Extract<Inspection, { kind: 'fits' }> }> => {
  const texts = fileTexts[kind.file];
  if (!upload) throw new Refusal('validation-failed', texts.missing);
  const inspection = await inspectMediaFile(upload.path, kind.file);
  if (inspection.kind !== 'fits') throw new Refusal('validation-failed', texts[inspection.kind]);
  return { upload, inspection };
};
