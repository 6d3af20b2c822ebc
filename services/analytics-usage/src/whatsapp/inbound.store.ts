import type { ServiceStore } from '@satrangi/chassis';
import type { AnyEvent } from '@satrangi/contracts';
import { Schema } from 'mongoose';

/** A message that arrived, by an opaque reference. It carries its event. */
type Inbound = { _id: string; at: Date };

const KEPT_S = 90 * 86_400;

const schema = new Schema<Inbound>(
  { _id: { type: String, required: true }, at: { type: Date, required: true } },
  { versionKey: false },
);
// WhatsApp repeats a webhook for days, not for months
schema.index({ at: 1 }, { expireAfterSeconds: KEPT_S });

export type InboundStore = ReturnType<typeof inboundStore>;

export const inboundStore = (store: ServiceStore) => {
  const inbound = store.aggregate<Inbound>('inbound', schema);
  return {
    /** @returns false when the message is known */
    add: (message: Inbound, event: AnyEvent): Promise<boolean> =>
      inbound.create(message, { events: [event] }),
  };
};
