import type { Clock, Ids, ServiceContext } from '@satrangi/chassis';
import { type UserId, userForgotten } from '@satrangi/contracts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { OwnedStore } from '../owned/owned.store.ts';
import type { ErasureStore } from './erasures.store.ts';

/**
 * Erases the personal data of a deleted account. The law requires order records for years: orders keep the pseudonymous
 * id and lose name, mail, phone and the text of refund requests; refunds by a deleted admin lose who made them. Stripe deletes the stored card. The last write records the erasure and publishes
 * `user-forgotten`: after an interruption before it, identity requests the erasure again.
 * @param requestId id of the requesting event: one acknowledgement for each
 */
export const eraseBuyer =
  (
    {
      orders,
      owned,
      erasures,
      reopen,
      eraseCard,
    }: {
      orders: OrderStore;
      owned: OwnedStore;
      erasures: ErasureStore;
      reopen: { readonly ofReader: (userId: UserId) => Promise<void> };
      eraseCard: (userId: UserId) => Promise<void>;
    },
    { events, clock, ids }: { events: ServiceContext<unknown>['events']; clock: Clock; ids: Ids },
  ) =>
  async (userId: UserId, requestId: string): Promise<void> => {
    await erasures.record(userId, clock.now());
    await reopen.ofReader(userId);
    await orders.eraseBuyer(userId);
    await orders.eraseAdmin(userId);
    await owned.erase(userId);
    // Last: it needs Stripe.
    await eraseCard(userId);
    const answer = events.newEvent(userForgotten.payments, {
      id: ids.eventId(userForgotten.payments.type, `${userId}:${requestId}`),
      subject: `user/${userId}`,
      data: { userId },
    });
    await erasures.keep(userId, clock.now(), requestId, { events: [answer] });
  };
