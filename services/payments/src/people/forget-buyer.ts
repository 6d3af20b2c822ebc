import type { Clock, Ids, Kit } from '@satrangi/chassis';
import { type UserId, userForgotten } from '@satrangi/contracts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { OwnedStore } from '../owned/owned.store.ts';
import type { ForgottenStore } from './forgotten.store.ts';

/**
 * An account is gone. The books must stay for years: orders keep their pseudonymous id and lose name, mail, phone and
 * what was written with a refund request. That it was done is said by the write that keeps it, after everything
 * else: a stop in between leaves the question unanswered, and it comes again. Asked again, it is answered again.
 * @param asked id of the event that asks: one answer for each time
 */
export const forgetBuyer =
  (
    { orders, owned, forgotten }: { orders: OrderStore; owned: OwnedStore; forgotten: ForgottenStore },
    { events, clock, ids }: { events: Kit<unknown>['events']; clock: Clock; ids: Ids },
  ) =>
  async (userId: UserId, asked: string): Promise<void> => {
    await orders.forgetBuyer(userId);
    await owned.forget(userId);
    const answer = events.newEvent(userForgotten.payments, {
      id: ids.eventId(userForgotten.payments.type, `${userId}:${asked}`),
      subject: `user/${userId}`,
      data: { userId },
    });
    await forgotten.keep(userId, clock.now(), asked, { events: [answer] });
  };
