import type { OutboxMessages, ServiceStore } from '@satrangi/chassis';
import type { RunEventDraft } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import type { StoredEvent } from './event.rules.ts';

const text = { type: String, required: true } as const;
const number = { type: Number, required: true } as const;
const schema = new Schema<StoredEvent>(
  {
    _id: text,
    title: text,
    tagline: { type: String, default: '' },
    minFee: number,
    maxFee: number,
    startsAt: text,
    registrationEndsAt: text,
    endsAt: text,
    hoursToFinish: number,
    phases: [{ _id: false, name: text, from: text, to: text, minFee: { type: Number, default: null } }],
    isPublished: { type: Boolean, required: true },
    revision: number,
  },
  { versionKey: false },
);

export type EventsStore = ReturnType<typeof eventsStore>;

export const eventsStore = (store: ServiceStore) => {
  const events = store.aggregate<StoredEvent>('events', schema);
  return {
    /** The event that admins edit: the one that ends last. */
    latest: (): Promise<StoredEvent | null> =>
      events.model.findOne({}).sort({ endsAt: -1 }).lean<StoredEvent>(),
    byId: (id: string): Promise<StoredEvent | null> => events.model.findById(id).lean<StoredEvent>(),
    /** False when it exists. */
    add: (event: StoredEvent, messages?: OutboxMessages): Promise<boolean> => events.create(event, messages),
    /** Null over a newer revision than the one given. */
    save: (
      id: string,
      { draft, revision }: { readonly draft: RunEventDraft; readonly revision: number | undefined },
      messages: OutboxMessages,
    ): Promise<StoredEvent | null> =>
      events.change(
        { _id: id, ...(revision !== undefined && { revision }) },
        { $set: draft, $inc: { revision: 1 } },
        messages,
      ),
  };
};
