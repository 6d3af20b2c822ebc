import type { ServiceStore } from '@satrangi/chassis';
import type { AnyEvent } from '@satrangi/contracts';
import { Schema } from 'mongoose';

/** A service whose history was requested; carries the request. */
type HistoryRequest = { _id: string; requests: number };

const schema = new Schema<HistoryRequest>(
  {
    _id: { type: String, required: true },
    requests: { type: Number, required: true },
  },
  { versionKey: false },
);

export type HistoryRequestsStore = ReturnType<typeof historyRequestsStore>;

export const historyRequestsStore = (store: ServiceStore) => {
  const requests = store.aggregate<HistoryRequest>('history-requests', schema);
  return {
    /** Publishes the first request to a service. @returns false when there was one before */
    first: (owner: string, request: AnyEvent): Promise<boolean> =>
      requests.create({ _id: owner, requests: 1 }, { events: [request] }),
    again: async (owner: string, request: AnyEvent): Promise<void> => {
      await requests.change({ _id: owner }, { $inc: { requests: 1 } }, { events: [request] });
    },
  };
};
