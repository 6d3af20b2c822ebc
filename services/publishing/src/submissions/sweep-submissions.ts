import { deleteFile } from './delete-file.ts';
import { deleteSubmission } from './delete-submission.ts';
import type { Deps } from './submissions.deps.ts';

/** How long submissions are kept (privacy policy). */
const KEPT_YEARS = 10;

/**
 * Deletes submissions after ten years, and files that a stop left after a withdrawal or a deletion. One that cannot be
 * deleted waits for the next sweep, and the others do not wait for it.
 * @throws AggregateError with what could not be deleted
 */
export const sweepSubmissions =
  (deps: Pick<Deps, 'submissions' | 'deletions' | 'removeUpload' | 'receipts' | 'clock'>) =>
  async (): Promise<void> => {
    const { submissions, clock } = deps;
    const failures: unknown[] = [];
    const collect = (error: unknown): void => void failures.push(error);
    for (const submission of await submissions.withdrawnWithFile())
      await deleteFile(deps, submission).catch(collect);
    const since = clock.now();
    since.setUTCFullYear(since.getUTCFullYear() - KEPT_YEARS);
    for (const id of await submissions.before(since)) await deleteSubmission(deps)(id).catch(collect);
    if (failures.length > 0) throw new AggregateError(failures, 'submissions could not be deleted');
  };
