import type { Kit } from '@satrangi/chassis';
import type { EventOf, paymentRefunded } from '@satrangi/contracts';
import { itemsOf, libraryUpdated } from './access.rules.ts';
import type { AccessStore } from './access.store.ts';

/**
 * Takes back what a refunded order granted, unless another order carries the same item. Heard before the payment,
 * it is remembered, so that the payment grants nothing any more. Safe to run again.
 */
export const revokeAccess =
  ({ access, clock }: { readonly access: AccessStore } & Pick<Kit<unknown>, 'clock'>) =>
  async (refund: EventOf<typeof paymentRefunded>): Promise<void> => {
    const { userId } = refund.data;
    if (await access.isForgotten(userId)) return;
    for (const item of itemsOf(refund))
      await access.revoke(item, clock.now().toISOString(), { live: [libraryUpdated(item)] });
    // Deleted meanwhile: what was just remembered must not stay.
    if (await access.isForgotten(userId)) await access.removeReader(userId);
  };
