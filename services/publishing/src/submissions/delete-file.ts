import { Refusal } from '@satrangi/chassis';
import { deletionOf } from './move-submission.ts';
import type { Deps } from './submissions.deps.ts';
import type { StoredSubmission } from './submissions.store.ts';

const MAX_ATTEMPTS = 50;

/** False when Drive does not answer. */
const isRemoved = (removal: Promise<void>): Promise<boolean> =>
  removal.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal && error.code === 'unavailable') return false;
      throw error;
    },
  );

/**
 * Deletes the file of a withdrawn submission and signs that it is gone. While Drive does not answer, both wait for the
 * sweep. Safe to repeat.
 */
export const deleteFile = async (
  deps: Pick<Deps, 'submissions' | 'removeUpload' | 'receipts' | 'clock'>,
  submission: StoredSubmission,
): Promise<StoredSubmission> => {
  const { submissions, removeUpload } = deps;
  let current: StoredSubmission | null = submission;
  for (let tries = 0; current?.uploadId && tries < MAX_ATTEMPTS; tries++) {
    if (!(await isRemoved(removeUpload(current.uploadId)))) return current;
    const deletion = deletionOf(deps, current);
    const after: StoredSubmission | null = await submissions.change(current, { uploadId: null, deletion });
    if (after) return after;
    current = await submissions.byId(current._id);
  }
  return current ?? submission;
};
