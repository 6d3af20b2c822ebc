import { Refusal } from '@satrangi/chassis';
import { type MediaDraft, type MediaKind, missingMedia } from '@satrangi/contracts';
import type { ChangeMedia } from './change-media.ts';
import { mayReplace } from './drafts.rules.ts';
import { keepTranscript } from './keep-transcript.ts';
import type { Needs } from './media.needs.ts';
import { fieldsOf, fileAfter, type Media, mediaSentences } from './media.rules.ts';

type Save = {
  readonly mediaId: string;
  readonly draft: MediaDraft;
  /** Names the draft the editor began with; one that is replaced meanwhile is not replaced again unseen. */
  readonly ifMatch: string | undefined;
};

/**
 * Replaces what an editor decides of an item.
 * @throws Refusal validation-failed, not-found, featured-full, version-conflict.
 */
export const updateMedia =
  ({ files }: Needs, change: ChangeMedia) =>
  async (kind: MediaKind, { mediaId, draft, ifMatch }: Save): Promise<Media> => {
    const fields = fieldsOf(draft);
    return change(mediaId, {
      kind,
      edit: async (before) => {
        if (!mayReplace(before, ifMatch))
          throw new Refusal('version-conflict', mediaSentences.editedMeanwhile);
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
