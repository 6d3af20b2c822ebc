import type { OutboxMessages, ServiceStore } from '@satrangi/chassis';
import { Schema } from 'mongoose';

/** The order of a page's sections, by section id. Ids of removed or moved sections are skipped. */
type PageOrder = { _id: string; order: string[]; version: number };

const schema = new Schema<PageOrder>(
  {
    _id: { type: String, required: true },
    order: { type: [String], default: [] },
    version: { type: Number, required: true },
  },
  { versionKey: false },
);

export type PagesStore = ReturnType<typeof pagesStore>;

export const pagesStore = (store: ServiceStore) => {
  const pages = store.aggregate<PageOrder>('pages', schema);
  const read = async (page: string): Promise<PageOrder> =>
    (await pages.model.findById(page).lean<PageOrder>()) ?? { _id: page, order: [], version: 0 };
  return {
    read,
    /** Every order, by page. */
    all: async (): Promise<Map<string, readonly string[]>> => {
      const found = await pages.model.find({}).lean<PageOrder[]>();
      return new Map(found.map(({ _id, order }) => [_id, order]));
    },
    /** Writes an order if it has not changed since `before` was read. */
    write: async (before: PageOrder, order: string[], messages: OutboxMessages): Promise<boolean> => {
      const { _id, version } = before;
      if (version === 0) return pages.create({ _id, order, version: 1 }, messages);
      const update = { $set: { order, version: version + 1 } };
      return (await pages.change({ _id, version }, update, messages)) !== null;
    },
  };
};
