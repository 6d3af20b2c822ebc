import { equalText, type OutboxMessages, type ServiceStore } from '@satrangi/chassis';
import { Schema } from 'mongoose';
import { type CuratedOrder, noOrder, ORDER_ID, type StoredCurated } from './curated.rules.ts';

const schema = new Schema<StoredCurated>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    sentence: { type: String, required: true },
    isStaffPicks: { type: Boolean, required: true },
    published: { type: Boolean, required: true },
    titles: { type: Schema.Types.Mixed, default: () => [] },
    status: { type: String, enum: ['present', 'deleted'], required: true },
    version: { type: Number, required: true },
    createdAt: { type: String, required: true },
    updatedAt: { type: String, required: true },
    requestKey: String,
  },
  { versionKey: false },
).index({ requestKey: 1 }, { unique: true, partialFilterExpression: { requestKey: { $type: 'string' } } });

const orderSchema = new Schema<CuratedOrder>(
  {
    _id: { type: String, required: true },
    slugs: { type: [String], default: [] },
    version: { type: Number, required: true },
  },
  { versionKey: false },
);

export type CuratedStore = ReturnType<typeof curatedStore>;

/** Collections made by editors, and their order, which is one document. */
export const curatedStore = (store: ServiceStore) => {
  const collections = store.aggregate<StoredCurated>('curated-collections', schema);
  const orders = store.aggregate<CuratedOrder>('curated-order', orderSchema);
  const { model } = collections;
  return {
    /** @returns false when the slug or the request key is taken */
    add: (curated: StoredCurated, messages: OutboxMessages): Promise<boolean> =>
      collections.create(curated, messages),
    bySlug: (slug: string): Promise<StoredCurated | null> => model.findById(slug).lean<StoredCurated>(),
    byRequest: (requestKey: string): Promise<StoredCurated | null> =>
      model.findOne({ requestKey: equalText(requestKey) }).lean<StoredCurated>(),
    /** Every collection, deleted ones too. */
    all: (): Promise<StoredCurated[]> => model.find({}).sort({ _id: 1 }).lean<StoredCurated[]>(),
    /** Writes if the stored version is still that of `before`. @returns null after a conflicting write */
    replace: (
      before: StoredCurated,
      edit: Partial<StoredCurated>,
      messages: OutboxMessages,
    ): Promise<StoredCurated | null> =>
      collections.change({ _id: before._id, version: before.version }, { $set: edit }, messages),
    order: async (): Promise<CuratedOrder> =>
      (await orders.model.findById(ORDER_ID).lean<CuratedOrder>()) ?? noOrder,
    /** Writes the order if it has not changed since `before` was read. */
    writeOrder: async (
      before: CuratedOrder,
      after: CuratedOrder,
      messages: OutboxMessages,
    ): Promise<boolean> => {
      if (before.version === 0) return orders.create(after, messages);
      const { _id, slugs, version } = after;
      const update = { $set: { slugs, version } };
      return (await orders.change({ _id, version: before.version }, update, messages)) !== null;
    },
  };
};
