import { type Clock, failpoint, type Ids, Refusal } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import type { CardVault } from '../providers/stripe-cards.ts';
import type { CardCustomer, CardCustomerStore } from './card-customers.store.ts';

export type CustomerOf = (userId: UserId) => Promise<CardCustomer & { readonly customerId: string }>;

type Deps = {
  readonly vault: Pick<CardVault, 'createCustomer' | 'deleteCustomer'>;
  readonly isErased: (userId: UserId) => Promise<boolean>;
  readonly clock: Clock;
  readonly ids: Ids;
};

/**
 * The customer of a reader, created on first use. Two calls at once, and a repetition after a crash, get one customer: the
 * key of the record is the idempotency key. A customer that is created while its account or its record is erased is deleted.
 * @throws Refusal not-authenticated, provider-failed
 */
export const customerOf =
  (cards: CardCustomerStore, { vault, isErased, clock, ids }: Deps): CustomerOf =>
  async (userId) => {
    for (;;) {
      const record = await cards.begin(userId, ids.newId(), clock.now());
      if (record === null) continue;
      if (record.customerId !== null) return { ...record, customerId: record.customerId };
      const customerId = await vault.createCustomer(record.key);
      failpoint('payments.customer-created-before-saved');
      const isSaved = await cards.setCustomer(record, customerId);
      // The erasure is recorded before it begins, so one of the two sees the other.
      const isGone = await isErased(userId);
      if (isSaved && !isGone) return { ...record, customerId };
      await vault.deleteCustomer(customerId);
      await cards.erase(record);
      if (isGone) throw new Refusal('not-authenticated', 'Sign in first');
    }
  };
