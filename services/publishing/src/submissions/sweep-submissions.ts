import { deleteFile } from './delete-file.ts';
import { deleteSubmission } from './delete-submission.ts';
import type { Deps } from './submissions.deps.ts';

/** How long submissions are kept (privacy policy). */
const KEPT_YEARS = 10;

/** Deletes submissions after ten years, and files that a stop left after a withdrawal or a deletion. */
export const sweepSubmissions =
  (deps: Pick<Deps, 'submissions' | 'deletions' | 'removeUpload' | 'receipts' | 'clock'>) =>
  async (): Promise<void> => {
    const { submissions, clock } = deps;
    for (const submission of await submissions.withdrawnWithFile()) await deleteFile(deps, submission);
    const since = clock.now();
    since.setUTCFullYear(since.getUTCFullYear() - KEPT_YEARS);
    for (const id of await submissions.before(since)) await deleteSubmission(deps)(id);
  };
