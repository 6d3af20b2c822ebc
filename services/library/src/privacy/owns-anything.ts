import type { UserId } from '@satrangi/contracts';
import type { AccessStore } from '../access/access.store.ts';
import type { CopiesStore } from '../copies/copies.store.ts';
import type { MarksStore } from '../marks/marks.store.ts';
import type { ProgressStore } from '../progress/progress.store.ts';
import type { SavedStore } from '../saved/saved.store.ts';

type Deps = {
  readonly access: AccessStore;
  readonly progress: ProgressStore;
  readonly copies: CopiesStore;
  readonly saved: SavedStore;
  readonly marks: MarksStore;
};

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
