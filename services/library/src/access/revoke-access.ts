import type { ServiceContext } from '@satrangi/chassis';
import type { EventOf, giftRefunded, paymentRefunded, UserId } from '@satrangi/contracts';
import { itemsOf } from './access.rules.ts';
import type { AccessStore } from './access.store.ts';
import { revokedMessages } from './access-events.ts';

type Deps = Pick<ServiceContext<unknown>, 'clock' | 'events'> & {
  readonly access: AccessStore;
  readonly isErased: (userId: UserId) => Promise<boolean>;
};

/**
 * Revokes the grants of a refunded order, unless another order or a gift covers the same item. A refund that arrives
 * before its payment is recorded, so that the payment grants nothing. Idempotent.
 */
export const revokeAccess =
  ({ access, clock, events, isErased }: Deps) =>
  async (refund: EventOf<typeof paymentRefunded> | EventOf<typeof giftRefunded>): Promise<void> => {
    const { userId, ...data } = refund.data;
    // a gift that nobody redeemed granted nothing
    if (userId === null || (await isErased(userId))) return;
    for (const item of itemsOf({ data: { ...data, userId } })) {
      const messages = revokedMessages(events, item, { causation: refund });
      await access.removeOrder(item, clock.now().toISOString(), messages);
    }
    // The account may have been deleted concurrently: the refunds recorded above must not stay.
    if (await isErased(userId)) await access.removeReader(userId);
  };
