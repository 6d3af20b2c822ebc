import type { UserId } from '@satrangi/contracts';
import type { AccessStore } from '../access/access.store.ts';
import type { AuditStore } from '../audit/audit.store.ts';
import type { CopiesStore } from '../copies/copies.store.ts';
import type { ProgressStore } from '../progress/progress.store.ts';

type Deps = {
  readonly access: AccessStore;
  readonly progress: ProgressStore;
  readonly copies: CopiesStore;
  readonly audit: AuditStore;
};

/** Erases grants, progress and copies of an account, and its id from the audit. Idempotent. */
export const eraseReader =
  ({ access, progress, copies, audit }: Deps) =>
  async (userId: UserId): Promise<void> => {
    await access.removeReader(userId);
    await progress.removeReader(userId);
    await copies.removeReader(userId);
    await audit.eraseReader(userId);
  };
