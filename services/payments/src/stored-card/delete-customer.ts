import type { Clock } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import type { CardVault } from '../providers/stripe-cards.ts';
import type { CardCustomer, CardCustomerStore } from './card-customers.store.ts';

type Deps = {
  readonly vault: Pick<CardVault, 'createCustomer' | 'deleteCustomer'>;
  readonly clock: Clock;
};

/** Deletes the customer of a reader at Stripe, with all of its cards, and then the record. Each is safe to repeat. */
export const customerDeletion = (cards: CardCustomerStore, { vault, clock }: Deps) => {
  const deleteCustomer = async ({ key, customerId, removedAt }: CardCustomer): Promise<void> => {
    if (removedAt !== null) return;
    // After a crash between creation and record, the key finds the customer.
    await vault.deleteCustomer(customerId ?? (await vault.createCustomer(key)));
  };
  return {
    /** The customer was deleted at Stripe, not by the reader. */
    missing: (record: CardCustomer): Promise<void> => cards.remove(record, clock.now()),
    /** @throws Refusal provider-failed, and the card stays stored */
    remove: async (userId: UserId): Promise<void> => {
      const record = await cards.ofUser(userId);
      if (record === null || record.removedAt !== null) return;
      await deleteCustomer(record);
      await cards.remove(record, clock.now());
    },
    /** Leaves no record. @throws Refusal provider-failed, and the record stays for the next attempt */
    erase: async (userId: UserId): Promise<void> => {
      for (let record = await cards.ofUser(userId); record; record = await cards.ofUser(userId)) {
        await deleteCustomer(record);
        await cards.erase(record);
      }
    },
  };
};
