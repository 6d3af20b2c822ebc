import type { UserId } from '@satrangi/contracts';
import type { AccessStore } from '../access/access.store.ts';
import type { AuditStore } from '../audit/audit.store.ts';
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
  readonly audit: AuditStore;
};

/** Erases grants, progress, copies, saved titles and marks of an account, and its id from the audit and from gifts. Idempotent. */
export const eraseReader =
  ({ access, progress, copies, saved, marks, audit }: Deps) =>
  async (userId: UserId): Promise<void> => {
    await access.removeReader(userId);
    await progress.removeReader(userId);
    await copies.removeReader(userId);
    await saved.removeReader(userId);
    await marks.removeReader(userId);
    await access.eraseAdmin(userId);
    await audit.eraseAccount(userId);
  };
