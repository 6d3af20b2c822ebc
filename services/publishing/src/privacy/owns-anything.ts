import type { UserId } from '@satrangi/contracts';
import type { Deps } from '../submissions/submissions.deps.ts';

/** True when publishing stores anything of the account. */
export const ownsAnything =
  ({ submissions }: Pick<Deps, 'submissions'>) =>
  async (userId: UserId): Promise<boolean> =>
    (await submissions.ofAuthor(userId)).length > 0 || (await submissions.isEditor(userId));
