import { batchReads, driverCollection, type ServiceStore } from '@satrangi/chassis';
import type { AnyEvent, UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';

/** The tombstone of a deleted account: events that arrive later store nothing for it. */
type ErasedReader = { _id: UserId; at: string; answers: number };

const readerSchema = new Schema<ErasedReader>({
  _id: { type: String, required: true },
  at: { type: String, required: true },
  answers: { type: Number, default: 0 },
});

export type ErasedReadersStore = ReturnType<typeof erasedReadersStore>;

export const erasedReadersStore = (store: ServiceStore) => {
  const readers = store.aggregate<ErasedReader>('forgotten_readers', readerSchema);
  // Read twice for each grant.
  const collection = driverCollection(readers.model);
  const readBatched = batchReads(collection, { _id: 1 });
  return {
    /** Write this before removing the reader's documents: a concurrent handler then sees it and removes its own. */
    record: async (userId: UserId, now: string): Promise<void> => {
      await readers.create({ _id: userId, at: now, answers: 0 });
    },
    /** Publishes `confirmation` once all documents are removed; again on every call. */
    confirm: async (userId: UserId, confirmation: AnyEvent): Promise<void> => {
      await readers.change({ _id: userId }, { $inc: { answers: 1 } }, { events: [confirmation] });
    },
    isErased: async (userId: UserId): Promise<boolean> =>
      (await collection.findOne({ _id: userId }, { projection: { _id: 1 } })) !== null,
    /** As `isErased`, batched with concurrent calls of other message handlers. */
    isErasedBatched: async (userId: UserId): Promise<boolean> => (await readBatched(userId)) !== null,
  };
};
