import type { Clock, Ids, Kit } from '@satrangi/chassis';
import { type UserId, userForgotten } from '@satrangi/contracts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { OwnedStore } from '../owned/owned.store.ts';
import type { ErasureStore } from './erasures.store.ts';

/**
 * An account is gone. The books must stay for years: orders keep their pseudonymous id and lose name, mail, phone and
 * what was written with a refund request. The write that keeps the erasure publishes `user-forgotten`, after
 * everything else: a stop in between leaves it unpublished, and identity asks again. Each request is answered.
 * @param asked id of the event that asks: one answer for each time
 */
export const eraseBuyer =
  (
    { orders, owned, erasures }: { orders: OrderStore; owned: OwnedStore; erasures: ErasureStore },
    { events, clock, ids }: { events: Kit<unknown>['events']; clock: Clock; ids: Ids },
  ) =>
  async (userId: UserId, asked: string): Promise<void> => {
    await orders.eraseBuyer(userId);
    await owned.erase(userId);
    const answer = events.newEvent(userForgotten.payments, {
      id: ids.eventId(userForgotten.payments.type, `${userId}:${asked}`),
      subject: `user/${userId}`,
      data: { userId },
    });
    await erasures.keep(userId, clock.now(), asked, { events: [answer] });
  };
