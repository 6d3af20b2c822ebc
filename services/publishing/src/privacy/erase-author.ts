import type { UserId } from '@satrangi/contracts';
import { searchFields } from '../submissions/submissions.rules.ts';
import type { StoredSubmission, SubmissionsStore } from '../submissions/submissions.store.ts';
import type { UploadsStore } from '../uploads/uploads.store.ts';

type Deps = {
  readonly submissions: SubmissionsStore;
  readonly uploads: UploadsStore;
};

const MAX_ATTEMPTS = 50;

/** A submission stays for ten years without its author: the work, its state and its receipt (checklist IDN-40). */
const withoutAuthor = ({ title, description, notes, _id }: StoredSubmission): Partial<StoredSubmission> => ({
  name: '',
  email: '',
  mailboxKey: `erased:${_id}`,
  contentKey: `erased:${_id}`,
  userId: null,
  notes: notes.filter(({ isAuthor }) => !isAuthor),
  news: null,
  ...searchFields({ title, description, name: '', email: '' }),
});

const eraseSubmissions =
  (submissions: SubmissionsStore) =>
  async (userId: UserId): Promise<void> => {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const own = await submissions.ofAuthor(userId);
      if (own.length === 0) return;
      for (const submission of own) await submissions.change(submission, withoutAuthor(submission));
    }
    throw new Error('submissions of an erased account keep changing');
  };

/** Erases the author from submissions, and the admin from submissions and uploads. Idempotent. */
export const eraseAuthor =
  ({ submissions, uploads }: Deps) =>
  async (userId: UserId): Promise<void> => {
    await eraseSubmissions(submissions)(userId);
    await submissions.eraseAdmin(userId);
    await uploads.eraseAdmin(userId);
  };
