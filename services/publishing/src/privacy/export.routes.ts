import type { Handlers } from '@satrangi/chassis';
import type { publishingApi } from '@satrangi/contracts';
import type { Deps } from '../submissions/submissions.deps.ts';
import { submissionView } from '../submissions/views.ts';

type Held = Pick<Deps, 'submissions' | 'uploads' | 'config'>;

/** The data export of an account. */
export const exportRoutes = (deps: Held): Pick<Handlers<typeof publishingApi>, 'exportMine'> => ({
  exportMine: async (_input, { userId }) => ({
    submissions: (await deps.submissions.ofAuthor(userId)).map((submission) => {
      const view = submissionView(deps, submission, undefined);
      const { number, title, name, email, description, media, driveLink, status, createdAt } = view;
      const reason = submission.notes.find(({ isAuthor }) => isAuthor)?.text ?? null;
      return { number, title, name, email, description, media, driveLink, status, createdAt, reason };
    }),
  }),
});
