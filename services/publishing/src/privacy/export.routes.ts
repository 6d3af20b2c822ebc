import type { Handlers } from '@satrangi/chassis';
import type { publishingApi, UserId } from '@satrangi/contracts';
import type { Deps } from '../submissions/submissions.deps.ts';
import { submissionView } from '../submissions/views.ts';

type Held = Pick<Deps, 'submissions' | 'uploads' | 'config'>;

/** The data export of an account. */
export const exportRoutes = (deps: Held): Pick<Handlers<typeof publishingApi>, 'exportMine'> => ({
  exportMine: async (_input, { userId }) => ({
    submissions: (await deps.submissions.ofAuthor(userId)).map((submission) => {
      const view = submissionView(deps, submission, undefined);
      const { number, title, name, email, description, media, driveLink, status, createdAt } = view;
      return { number, title, name, email, description, media, driveLink, status, createdAt };
    }),
  }),
});

/** True when publishing stores anything of the account. */
export const ownsAnything =
  ({ submissions }: Held) =>
  async (userId: UserId): Promise<boolean> =>
    (await submissions.ofAuthor(userId)).length > 0 || (await submissions.isEditor(userId));
