import { Refusal } from '@satrangi/chassis';
import {
  type MediaDraft,
  type MediaKind,
  matchesRevision,
  missingMedia,
  sampleStartAfterEnd,
} from '@satrangi/contracts';
import type { ChangeMedia } from './change-media.ts';
import { draftRevisionOf } from './drafts.rules.ts';
import type { Deps } from './media.deps.ts';
import { fieldsOf, fileAfter, type Media, mediaSentences } from './media.rules.ts';
import { storeTranscript } from './store-transcript.ts';

type Save = {
  readonly mediaId: string;
  readonly draft: MediaDraft;
  /** The draft revision the editor started from; a save over a newer one is refused. */
  readonly ifMatch: string | undefined;
};

/**
 * Replaces the editorial fields of an item.
 * @throws Refusal validation-failed, not-found, featured-full, version-conflict
 */
export const updateMedia =
  ({ files }: Deps, change: ChangeMedia) =>
  async (kind: MediaKind, { mediaId, draft, ifMatch }: Save): Promise<Media> => {
    const fields = fieldsOf(draft);
    return change(mediaId, {
      kind,
      edit: async (before) => {
        if (!matchesRevision(ifMatch, draftRevisionOf(before)))
          throw new Refusal('version-conflict', mediaSentences.editedMeanwhile);
        const invalid =
          missingMedia(kind, draft, before.file !== null) ??
          sampleStartAfterEnd(draft, before.file?.pages ?? 0);
        if (invalid) throw new Refusal('validation-failed', invalid);
        const transcriptFile = await storeTranscript(files, draft.transcript);
        return { ...fields, ...fileAfter(before, fields.driveFileId), transcriptFile };
      },
      featured: draft.featured,
      updateKind: 'updated',
      inspectsDrive: true,
      isEditorial: true,
    });
  };
