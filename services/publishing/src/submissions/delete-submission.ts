import { failpoint, Refusal } from '@satrangi/chassis';
import { publishingTexts } from '@satrangi/contracts';
import { deletionOf, updatedLive } from './move-submission.ts';
import type { Deps } from './submissions.deps.ts';

/**
 * Deletes a submission: first its file, then what is kept of its author. What stays is the signed statement that the
 * file is gone. After a stop in between it can be repeated.
 * @throws Refusal not-found
 */
export const deleteSubmission =
  (deps: Pick<Deps, 'submissions' | 'deletions' | 'removeUpload' | 'receipts' | 'clock'>) =>
  async (id: string): Promise<void> => {
    const { submissions, deletions, removeUpload, clock } = deps;
    const found = await submissions.byId(id);
    if (!found) throw new Refusal('not-found', publishingTexts.notFound);
    if (found.uploadId) await removeUpload(found.uploadId);
    failpoint('publishing.file-before-submission');
    await deletions.add({
      _id: id,
      number: found.number,
      receipt: deletionOf(deps, found),
      createdAt: found.createdAt.toISOString(),
      at: clock.now().toISOString(),
    });
    await submissions.remove(id, { live: updatedLive(id) });
  };
