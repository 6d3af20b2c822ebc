import type { UserId } from '@satrangi/contracts';
import type { AccessStore } from '../access/access.store.ts';
import type { CopiesStore } from '../copies/copies.store.ts';
import type { ProgressStore } from '../progress/progress.store.ts';

type Deps = {
  readonly access: AccessStore;
  readonly progress: ProgressStore;
  readonly copies: CopiesStore;
};

/** True when the reader has a grant (bought, given or lent), progress in an item, or a copy. */
export const ownsAnything =
  ({ access, progress, copies }: Deps) =>
  async (userId: UserId): Promise<boolean> => {
    const held = await Promise.all([
      access.ofReader(userId),
      progress.ofReader(userId),
      copies.ofReader(userId),
    ]);
    return held.some((rows) => rows.length > 0);
  };
