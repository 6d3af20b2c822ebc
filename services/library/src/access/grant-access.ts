import type { Kit } from '@satrangi/chassis';
import { type EventOf, orderGranted, type paymentSucceeded } from '@satrangi/contracts';
import { snapshotOf } from '../media/media.rules.ts';
import type { MediaStore } from '../media/media.store.ts';
import { itemsOf, type OrderedItem } from './access.rules.ts';
import type { AccessStore } from './access.store.ts';
import { tellGranted } from './tell.ts';

export type GrantParts = Pick<Kit<unknown>, 'clock' | 'events' | 'ids'> & {
  readonly access: AccessStore;
  readonly media: MediaStore;
};

/**
 * Safe to run again for the same payment: what is owned stays as it is and is not announced again. Payments is
 * answered every time, because it asks again until it has heard the answer: by the grant of the last item, which says
 * that it completes the order, or, when that grant is not new, by an event of its own, with one id for one order.
 */
export const grantAccess = ({ access, media, clock, events, ids }: GrantParts) => {
  /** @returns whether the reader did not own it before */
  const grantItem = async (
    item: OrderedItem,
    payment: EventOf<typeof paymentSucceeded>,
    isLast: boolean,
  ): Promise<boolean> => {
    const { mediaId, orderId } = item;
    const known = await media.find(mediaId);
    const say = tellGranted(events, item, { causation: payment, completes: isLast ? orderId : undefined });
    const isNew = await access.grant(item, known && snapshotOf(known), clock.now().toISOString(), say);
    // The catalog may have spoken between the question above and the write: its own pass saw no grant then.
    const heardSince = known ? null : await media.find(mediaId);
    if (heardSince) await access.fillSnapshot(mediaId, snapshotOf(heardSince));
    return isNew;
  };

  return async (payment: EventOf<typeof paymentSucceeded>): Promise<void> => {
    const { orderId, userId } = payment.data;
    const items = itemsOf(payment);
    let isAnswered = false;
    if (!(await access.isForgotten(userId)))
      for (const item of items) isAnswered = await grantItem(item, payment, item === items.at(-1));
    // Deleted before or meanwhile: nothing may stay, and payments must still be answered or it asks for ever.
    if (await access.isForgottenGathered(userId)) await access.removeReader(userId);
    if (isAnswered) return;
    const answer = events.newEvent(orderGranted, {
      id: ids.eventId(orderGranted.type, orderId),
      subject: `order/${orderId}`,
      data: { orderId, userId },
      causation: payment,
    });
    await access.answerOrder(orderId, clock.now().toISOString(), answer);
  };
};
