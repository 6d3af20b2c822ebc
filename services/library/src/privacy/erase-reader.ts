import type { Kit } from '@satrangi/chassis';
import { type EventOf, type userDeleted, userForgotten } from '@satrangi/contracts';
import type { AuditStore } from '../audit/audit.store.ts';
import type { CopiesStore } from '../copies/copies.store.ts';
import type { ProgressStore } from '../progress/progress.store.ts';
import type { AccessStore } from './access.store.ts';

type Parts = Pick<Kit<unknown>, 'clock' | 'events' | 'ids'> & {
  readonly access: AccessStore;
  readonly progress: ProgressStore;
  readonly copies: CopiesStore;
  readonly audit: AuditStore;
};

/**
 * Shelf, reading places and copies of a deleted account go; only the bare id stays, to refuse what is heard later.
 * Identity is answered every time it asks, with one event id for one person.
 */
export const forgetReader =
  ({ access, progress, copies, audit, clock, events, ids }: Parts) =>
  async (deleted: EventOf<typeof userDeleted>): Promise<void> => {
    const { userId } = deleted.data;
    await access.rememberForgotten(userId, clock.now().toISOString());
    await access.removeReader(userId);
    await progress.removeReader(userId);
    await copies.removeReader(userId);
    await audit.forget(userId);
    const answer = events.newEvent(userForgotten.library, {
      id: ids.eventId(userForgotten.library.type, userId),
      subject: `user/${userId}`,
      data: { userId },
      causation: deleted,
    });
    await access.answerForgotten(userId, answer);
  };
