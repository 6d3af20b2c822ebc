import { driverCollection, type ServiceStore } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';

/** The customer that Stripe stores the cards of a reader under. */
export type CardCustomer = {
  readonly _id: string;
  /** Random; the customer is created with it as idempotency key. */
  readonly key: string;
  /** Null until Stripe has created it. */
  readonly customerId: string | null;
  readonly since: Date;
  /** The reader removed the card; the record stays as long as a payment of that customer can be open. */
  readonly removedAt: Date | null;
};

const REMOVED_KEPT_S = 2 * 24 * 60 * 60;

const CardCustomerSchema = new Schema<CardCustomer>(
  {
    _id: { type: String, required: true },
    key: { type: String, required: true },
    customerId: { type: String, default: null },
    since: { type: Date, required: true },
    removedAt: { type: Date, default: null },
  },
  { versionKey: false },
);
CardCustomerSchema.index({ removedAt: 1 }, { expireAfterSeconds: REMOVED_KEPT_S });

export type CardCustomerStore = ReturnType<typeof cardCustomerStore>;

/** One record for each reader, stored before the customer is created (decision 0180). */
export const cardCustomerStore = (store: ServiceStore) => {
  const customers = store.aggregate<CardCustomer>('card_customers', CardCustomerSchema);
  const raw = driverCollection(customers.model);
  return {
    ofUser: (userId: UserId): Promise<CardCustomer | null> => raw.findOne({ _id: userId }),
    /** The record of a reader; a new one gets `key`. Null: it was removed at the same moment. */
    begin: async (userId: UserId, key: string, since: Date): Promise<CardCustomer | null> => {
      const fresh = { key, customerId: null, since };
      return (
        (await customers.change(
          { _id: userId, removedAt: null },
          { $setOnInsert: fresh },
          { upsert: true },
        )) ??
        customers.change({ _id: userId, removedAt: { $ne: null } }, { $set: { ...fresh, removedAt: null } })
      );
    },
    /** False when the record was removed or erased since it was read. */
    setCustomer: async ({ _id, key }: CardCustomer, customerId: string): Promise<boolean> =>
      (await customers.change({ _id, key, removedAt: null }, { $set: { customerId } })) !== null,
    remove: async ({ _id, key }: CardCustomer, removedAt: Date): Promise<void> => {
      await customers.change({ _id, key, removedAt: null }, { $set: { customerId: null, removedAt } });
    },
    erase: async ({ _id, key }: CardCustomer): Promise<void> => {
      await customers.remove({ _id, key });
    },
  };
};
