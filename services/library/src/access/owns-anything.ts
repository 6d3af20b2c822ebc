import type { UserId } from '@satrangi/contracts';
import type { CopiesStore } from '../copies/copies.store.ts';
import type { ProgressStore } from '../progress/progress.store.ts';
import type { AccessStore } from './access.store.ts';

type Parts = {
  readonly access: AccessStore;
  readonly progress: ProgressStore;
  readonly copies: CopiesStore;
};

/** Does a reader have a grant, bought, given or lent, a place in an item, or a copy made for them? */
export const ownsAnything =
  ({ access, progress, copies }: Parts) =>
  async (userId: UserId): Promise<boolean> => {
    const held = await Promise.all([
      access.ofReader(userId),
      progress.ofReader(userId),
      copies.ofReader(userId),
    ]);
    return held.some((rows) => rows.length > 0);
  };
