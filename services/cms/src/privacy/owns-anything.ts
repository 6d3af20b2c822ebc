import type { UserId } from '@satrangi/contracts';
import type { Deps } from './export.routes.ts';

/** True when the cms stores anything of the account. */
export const ownsAnything =
  ({ sections, snapshots, blogs, subscribers, letters, sends, images }: Deps) =>
  async (userId: UserId): Promise<boolean> => {
    const held = await Promise.all([
      sections.editedBy(userId),
      snapshots.deployedBy(userId),
      blogs.editedBy(userId),
      subscribers.ofReader(userId),
      letters.savedBy(userId),
      sends.startedBy(userId),
      images.uploadedBy(userId),
    ]);
    return held.some((rows) => rows.length > 0);
  };
