import type { ServiceContext } from '@satrangi/chassis';
import { type EventOf, type UserId, type userDeleted, userForgotten } from '@satrangi/contracts';
import type { GiftsStore } from '../gifts/gifts.store.ts';
import type { DraftsStore } from '../registrations/drafts.store.ts';
import type { RegistrationsStore } from '../registrations/registrations.store.ts';
import type { eraseRegistration } from './erase-registration.ts';
import type { ErasuresStore } from './erasures.store.ts';

type Deps = Pick<ServiceContext<unknown>, 'events' | 'ids'> & {
  readonly erasures: ErasuresStore;
  readonly registrations: RegistrationsStore;
  readonly drafts: DraftsStore;
  readonly gifts: GiftsStore;
  readonly erase: ReturnType<typeof eraseRegistration>;
};

/** Erases the personal data of a deleted account, then acknowledges it: on each delivery, with one event id per account. */
export const eraseRunner =
  ({ erasures, registrations, drafts, gifts, erase, events, ids }: Deps) =>
  async (deleted: EventOf<typeof userDeleted>): Promise<void> => {
    const userId: UserId = deleted.data.userId;
    await erasures.record(userId);
    await drafts.removeOf(userId);
    for (const registration of await registrations.ofUser(userId)) await erase(registration);
    await gifts.eraseUser(userId);
    const acknowledged = events.newEvent(userForgotten['virtual-run'], {
      id: ids.eventId(userForgotten['virtual-run'].type, userId),
      subject: `user/${userId}`,
      data: { userId },
      causation: deleted,
    });
    await erasures.acknowledge(userId, acknowledged);
  };
