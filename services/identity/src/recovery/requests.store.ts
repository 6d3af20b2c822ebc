import type { StoreKit } from '@satrangi/chassis';
import { Schema } from 'mongoose';

type ResetRequest = { _id: string; at: Date };

const schema = new Schema<ResetRequest>(
  { _id: { type: String, required: true }, at: { type: Date, required: true } },
  { versionKey: false },
);
schema.index({ at: 1 }, { expireAfterSeconds: 24 * 3600 });

export const FIND_ACCOUNT = 'find-account-to-reset';

export type RequestsStore = ReturnType<typeof requestsStore>;

/** Requests for a reset mail. The address is part of the work to be done and leaves with it; the request keeps none. */
export const requestsStore = (store: StoreKit) => {
  const requests = store.aggregate<ResetRequest>('reset-requests', schema);
  return {
    add: (id: string, email: string, at: Date): Promise<boolean> =>
      requests.create({ _id: id, at }, { work: [{ kind: FIND_ACCOUNT, key: id, data: { id, email } }] }),
  };
};
