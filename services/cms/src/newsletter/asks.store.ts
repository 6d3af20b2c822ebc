import type { OutboxMessages, ServiceStore } from '@satrangi/chassis';
import { Schema } from 'mongoose';

/** A request for the newsletter, until it was processed: the same write for every address, known or not. */
type Ask = { _id: string; email: string; at: string; expiresAt: Date };

const schema = new Schema<Ask>(
  {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    at: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export type AsksStore = ReturnType<typeof asksStore>;

export const asksStore = (store: ServiceStore) => {
  const asks = store.aggregate<Ask>('subscription_asks', schema);
  return {
    add: async (ask: Ask, messages: OutboxMessages): Promise<void> => {
      await asks.create(ask, messages);
    },
    byId: (id: string): Promise<Ask | null> => asks.model.findById(id).lean<Ask>(),
    remove: async (id: string): Promise<void> => {
      await asks.model.deleteOne({ _id: id });
    },
  };
};
