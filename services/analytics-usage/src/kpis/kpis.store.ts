import { driverCollection, isWritten, type ServiceStore } from '@satrangi/chassis';
import type { Kpis } from '@satrangi/contracts';
import { Schema } from 'mongoose';

/** The numbers as last computed. */
export type KpiSnapshot = { _id: 'kpis'; kpis: Kpis; at: Date; revision: number };

const schema = new Schema<KpiSnapshot>(
  {
    _id: { type: String, required: true },
    kpis: { type: Schema.Types.Mixed, required: true },
    at: { type: Date, required: true },
    revision: { type: Number, required: true },
  },
  { versionKey: false, minimize: false },
);

export type KpisStore = ReturnType<typeof kpisStore>;

export const kpisStore = (store: ServiceStore) => {
  const collection = driverCollection(store.collection<KpiSnapshot>('kpis', schema));
  return {
    read: (): Promise<KpiSnapshot | null> => collection.findOne({ _id: 'kpis' }),
    /** @returns false when another process wrote since `before` was read */
    replace: async (before: KpiSnapshot | null, kpis: Kpis, at: Date): Promise<boolean> => {
      if (before) {
        const { revision } = before;
        const written = await collection.updateOne(
          { _id: 'kpis', revision },
          { $set: { kpis, at, revision: revision + 1 } },
        );
        return written.modifiedCount === 1;
      }
      return isWritten(collection.insertOne({ _id: 'kpis', kpis, at, revision: 1 }));
    },
  };
};
