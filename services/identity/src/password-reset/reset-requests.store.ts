import type { ServiceStore } from '@satrangi/chassis';
import { Schema } from 'mongoose';

type ResetRequest = { _id: string; at: Date };

const schema = new Schema<ResetRequest>(
  { _id: { type: String, required: true }, at: { type: Date, required: true } },
  { versionKey: false },
);
schema.index({ at: 1 }, { expireAfterSeconds: 24 * 3600 });

export const SEND_RESET_LINK = 'find-account-to-reset';

export type ResetRequestsStore = ReturnType<typeof resetRequestsStore>;

/** Requests for a reset mail. Only the outbox row contains the email, so it is removed when the mail is queued. */
export const resetRequestsStore = (store: ServiceStore) => {
  const requests = store.aggregate<ResetRequest>('reset-requests', schema);
  return {
    add: (id: string, email: string, at: Date): Promise<boolean> =>
      requests.create({ _id: id, at }, { work: [{ kind: SEND_RESET_LINK, key: id, data: { id, email } }] }),
  };
};
