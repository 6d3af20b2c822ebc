import type { Kit } from '@satrangi/chassis';
import type { EventOf, paymentRefunded } from '@satrangi/contracts';
import { itemsOf } from './access.rules.ts';
import type { AccessStore } from './access.store.ts';
import { tellRevoked } from './tell.ts';

type Parts = Pick<Kit<unknown>, 'clock' | 'events'> & { readonly access: AccessStore };

/**
 * Takes back what a refunded order granted, unless another order or a gift carries the same item. Heard before the
 * payment, it is remembered, so that the payment grants nothing any more. Safe to run again.
 */
export const revokeAccess =
  ({ access, clock, events }: Parts) =>
  async (refund: EventOf<typeof paymentRefunded>): Promise<void> => {
    const { userId } = refund.data;
    if (await access.isForgotten(userId)) return;
    for (const item of itemsOf(refund))
      await access.revoke(item, clock.now().toISOString(), tellRevoked(events, item, { causation: refund }));
    // Deleted meanwhile: what was just remembered must not stay.
    if (await access.isForgotten(userId)) await access.removeReader(userId);
  };
