import type { UserId } from '@satrangi/contracts';
import type { Deps } from './export.routes.ts';

/** True when the reader has a grant (bought, given or lent), progress in an item, a copy, a title saved for later, or a mark. */
export const ownsAnything =
  ({ access, progress, copies, saved, marks }: Deps) =>
  async (userId: UserId): Promise<boolean> => {
    const held = await Promise.all([
      access.ofReader(userId),
      progress.ofReader(userId),
      copies.ofReader(userId),
      saved.ofReader(userId),
      marks.ofReader(userId),
    ]);
    return held.some((rows) => rows.length > 0);
  };
