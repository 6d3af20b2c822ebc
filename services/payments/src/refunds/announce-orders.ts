import type { ServiceContext } from '@satrangi/chassis';
import type { EventOf, paymentsSnapshotRequested } from '@satrangi/contracts';
import type { Order } from '../orders/order.rules.ts';
import type { OrderEvents } from '../orders/order-events.ts';
import { isAnnounced } from '../orders/order-refunds.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import { returnEvent } from './report-returns.ts';

/**
 * Publishes the events of every order whose success was published, again: success, each return of money, full refund. Each
 * has the event id of its first publication, so subscribers that applied it change nothing. Once for each request.
 */
export const announceOrders = (
  orders: OrderStore,
  {
    orderEvents,
    events,
    ids,
  }: Pick<ServiceContext<unknown>, 'events' | 'ids'> & { orderEvents: OrderEvents },
) => {
  const returnsOf = (order: Order) => {
    let returnedMinor = 0;
    return (order.returned ?? []).flatMap(({ id, minor, at, kind }) => {
      if (minor <= 0) return [];
      const before = { ...order, returnedMinor };
      returnedMinor += minor;
      const known = kind ?? (order.dispute?.id === id ? 'dispute' : 'refund');
      return [returnEvent({ events, ids }, before, { id, kind: known, minor, at })];
    });
  };
  return async (request: EventOf<typeof paymentsSnapshotRequested>): Promise<void> => {
    for await (const order of orders.all()) {
      if (!isAnnounced(order)) continue;
      await orders.announce(
        order._id,
        {
          events: [
            orderEvents.succeeded(order),
            ...(order.gift?.redeemedBy ? [orderEvents.redeemed(order, order.gift.redeemedBy)] : []),
            ...returnsOf(order),
            ...(order.state === 'refunded' ? [orderEvents.refunded(order)] : []),
          ],
        },
        request.id,
      );
    }
  };
};
