import type { Kit } from '@satrangi/chassis';
import type { EventOf, userDeleted } from '@satrangi/contracts';
import type { ProgressStore } from '../progress/progress.store.ts';
import type { AccessStore } from './access.store.ts';

type Parts = Pick<Kit<unknown>, 'clock'> & {
  readonly access: AccessStore;
  readonly progress: ProgressStore;
};

/** Shelf and reading places of a deleted account go; only the bare id stays, to refuse what is heard later. */
export const forgetReader =
  ({ access, progress, clock }: Parts) =>
  async ({ data: { userId } }: EventOf<typeof userDeleted>): Promise<void> => {
    await access.rememberForgotten(userId, clock.now().toISOString());
    await access.removeReader(userId);
    await progress.removeReader(userId);
  };
