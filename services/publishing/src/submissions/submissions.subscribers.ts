import type { EventOf, mediaChanged } from '@satrangi/contracts';
import { updatedLive } from './move-submission.ts';
import type { Deps } from './submissions.deps.ts';

/** Records an item that was made of a submission: its author's private page then leads to it (checklist PUB-22). */
export const recordItem =
  ({ submissions }: Pick<Deps, 'submissions'>) =>
  async ({ data, time }: EventOf<typeof mediaChanged>): Promise<void> => {
    const { submissionId, mediaId, mediaType, version, status } = data;
    if (!submissionId) return;
    const item = { id: mediaId, type: mediaType, version, isPublished: status === 'published', since: time };
    await submissions.recordItem(submissionId, item, { live: updatedLive(submissionId) });
  };
