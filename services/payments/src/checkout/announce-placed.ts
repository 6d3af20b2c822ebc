import type { ServiceContext } from '@satrangi/chassis';
import { liveTypes, type OrderId } from '@satrangi/contracts';

/**
 * Tells open back offices that an order is placed (P84). At most once, and without an outbox row: most orders change
 * again within minutes, with a message that is guaranteed, so a lost one does not justify a write for every order
 * (decision 0087).
 */
export const announcePlaced =
  ({ live }: Pick<ServiceContext<unknown>, 'live'>) =>
  (orderId: OrderId): void => {
    live.publish({ type: liveTypes.orderUpdated, id: orderId }, { to: 'admins' }).catch(() => {
      // the live log is down: pages read everything again when it is back
    });
  };
