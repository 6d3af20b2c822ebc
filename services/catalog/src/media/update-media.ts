import { Refusal } from '@satrangi/chassis';
import { type MediaDraft, type MediaKind, missingMedia } from '@satrangi/contracts';
import type { ChangeMedia } from './change-media.ts';
import { keepTranscript } from './keep-transcript.ts';
import type { Needs } from './media.needs.ts';
import { fieldsOf, fileAfter, type Media } from './media.rules.ts';

/** Replaces what an editor decides of an item. @throws Refusal validation-failed, not-found, featured-full. */
export const updateMedia =
  ({ files }: Needs, change: ChangeMedia) =>
  async (kind: MediaKind, mediaId: string, draft: MediaDraft): Promise<Media> => {
    const fields = fieldsOf(draft);
    return change(mediaId, {
      kind,
      edit: async (before) => {
        const missing = missingMedia(kind, draft, before.file !== null);
        if (missing) throw new Refusal('validation-failed', missing);
        const transcriptFile = await keepTranscript(files, draft.transcript);
        return { ...fields, ...fileAfter(before, fields.driveFileId), transcriptFile };
      },
      featured: draft.featured,
      happened: 'updated',
      asksDrive: true,
      isEditorial: true,
    });
  };
