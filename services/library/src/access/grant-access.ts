import type { ServiceContext } from '@satrangi/chassis';
import {
  type EventOf,
  type giftRedeemed,
  orderGranted,
  type paymentSucceeded,
  type UserId,
} from '@satrangi/contracts';
import type { MediaStore } from '../media/media.store.ts';
import { itemsOf, type OrderedItem } from './access.rules.ts';
import type { AccessStore } from './access.store.ts';
import { grantedMessages } from './access-events.ts';
import { snapshotOf } from './owned-snapshot.rules.ts';

type Granting = EventOf<typeof paymentSucceeded> | EventOf<typeof giftRedeemed>;
type IsErased = (userId: UserId) => Promise<boolean>;
type Deps = Pick<ServiceContext<unknown>, 'clock' | 'events' | 'ids'> & {
  readonly access: AccessStore;
  readonly media: MediaStore;
  readonly isErased: IsErased;
};

/**
 * Grants every item of a paid order to its buyer, or of a redeemed gift to its reader. Idempotent: existing grants stay as they are and publish nothing. Payments retries
 * until it receives a confirmation, so each delivery sends one. The last grant carries it (`completes`) when all are new;
 * otherwise `order-granted` does, with one event id per order, and payments looks for another order of the same items.
 */
export const grantAccess = ({ access, media, clock, events, ids, isErased }: Deps) => {
  /** @returns true when the reader did not own the item before */
  const grantItem = async (item: OrderedItem, payment: Granting, isCompleting: boolean): Promise<boolean> => {
    const { mediaId, orderId } = item;
    const known = await media.findBatched(mediaId);
    const messages = grantedMessages(events, item, {
      causation: payment,
      completes: isCompleting ? orderId : undefined,
    });
    const isNew = await access.addOrder(
      item,
      known && snapshotOf(known),
      clock.now().toISOString(),
      messages,
    );
    // A catalog event between the read above and the write found no grant to complete.
    const projectedSince = known ? null : await media.find(mediaId);
    if (projectedSince) await access.fillSnapshot(mediaId, snapshotOf(projectedSince));
    return isNew;
  };

  /** @returns true when the last grant carries the confirmation: only when every item was new */
  const grantItems = async (items: readonly OrderedItem[], payment: Granting): Promise<boolean> => {
    let areNew = true;
    for (const item of items)
      areNew = (await grantItem(item, payment, areNew && item === items.at(-1))) && areNew;
    return areNew;
  };

  return async (payment: Granting): Promise<void> => {
    const { orderId, userId } = payment.data;
    const items = itemsOf(payment);
    let isConfirmed = false;
    if (!(await isErased(userId))) isConfirmed = await grantItems(items, payment);
    // The account may have been deleted concurrently: remove the grants, but still confirm, or payments retries forever.
    const isGone = await isErased(userId);
    if (isGone) await access.removeReader(userId);
    else if (isConfirmed) return;
    const confirmation = events.newEvent(orderGranted, {
      id: ids.eventId(orderGranted.type, orderId),
      subject: `order/${orderId}`,
      data: { orderId, userId, ...(isGone ? { isErased: true } : {}) },
      causation: payment,
    });
    await access.confirmOrder(orderId, clock.now().toISOString(), confirmation);
  };
};
