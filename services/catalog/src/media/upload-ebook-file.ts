import { Refusal, type UploadedFile } from '@satrangi/chassis';
import { liveTypes } from '@satrangi/contracts';
import type { ChangeMedia } from './change-media.ts';
import type { Needs } from './media.needs.ts';
import { type Media, type MediaFile, mediaSentences, REVISION_LENGTH } from './media.rules.ts';
import { lookAtPdf } from './pdf.ts';

/** Sets or replaces the PDF of an eBook; the same bytes again change nothing. @throws Refusal not-found, validation-failed. */
export const uploadEbookFile =
  ({ media, files }: Needs, change: ChangeMedia) =>
  async (mediaId: string, upload: UploadedFile | undefined): Promise<Media> => {
    if (!upload) throw new Refusal('validation-failed', mediaSentences.fileMissing);
    const before = await media.byId(mediaId);
    if (!before || before.status === 'withdrawn') throw new Refusal('not-found', mediaSentences.notFound);
    const look = await lookAtPdf(upload.path);
    if (look.kind !== 'pdf') {
      const sentence = look.kind === 'other' ? mediaSentences.notPdf : mediaSentences.unreadablePdf;
      throw new Refusal('validation-failed', sentence);
    }
    const mimeType = 'application/pdf';
    const { key, bytes, sha256 } = await files.put(upload.path, { mimeType });
    const file: MediaFile = {
      key,
      revision: sha256.slice(0, REVISION_LENGTH),
      bytes,
      pages: look.pages,
      mimeType,
    };
    return change(mediaId, {
      edit: ({ file: current }) => (current?.revision === file.revision ? null : { file }),
      live: liveTypes.ebookPdfUpdated,
      isEditorial: true,
    });
  };
