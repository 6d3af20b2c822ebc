import type { OutboxMessages, ServiceStore } from '@satrangi/chassis';
import { Schema } from 'mongoose';

/** A request for the newsletter, until it was processed: the same write for every address, known or not. */
type SubscriptionRequest = { _id: string; email: string; at: string; expiresAt: Date };

const schema = new Schema<SubscriptionRequest>(
  {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    at: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export type SubscriptionRequestsStore = ReturnType<typeof subscriptionRequestsStore>;

export const subscriptionRequestsStore = (store: ServiceStore) => {
  const requests = store.aggregate<SubscriptionRequest>('subscription_asks', schema);
  return {
    add: async (request: SubscriptionRequest, messages: OutboxMessages): Promise<void> => {
      await requests.create(request, messages);
    },
    byId: (id: string): Promise<SubscriptionRequest | null> =>
      requests.model.findById(id).lean<SubscriptionRequest>(),
    remove: async (id: string): Promise<void> => {
      await requests.model.deleteOne({ _id: id });
    },
  };
};
