import { driverCollection, isWritten, type ServiceStore } from '@satrangi/chassis';
import { kolkataDay, kolkataMonth } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import { type FactKind, windowOf } from '../facts/facts.rules.ts';
import { isEmpty, sumOf, type Totals } from './windows.rules.ts';

/** Totals of one kind in one half hour, or in one month of Kolkata. */
type Rollup = Totals & {
  _id: string;
  kind: FactKind;
  month: string;
  /** Absent in a month. */
  day?: string;
  /** Compare-and-set: of two processes that counted at the same time, the one that read less counts again. */
  revision: number;
};

const schema = new Schema<Rollup>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    month: { type: String, required: true },
    day: String,
    counts: { type: Schema.Types.Mixed, required: true },
    paise: { type: Schema.Types.Mixed, required: true },
    wholes: { type: Number, required: true },
    revision: { type: Number, required: true },
  },
  { versionKey: false, minimize: false },
);
const windowSchema = schema.clone();
windowSchema.index({ kind: 1, month: 1 });
windowSchema.index({ kind: 1, day: 1 });
const monthSchema = schema.clone();
monthSchema.index({ kind: 1, month: 1 });

export type WindowKey = { readonly kind: FactKind; readonly window: Date };
export type MonthKey = { readonly kind: FactKind; readonly month: string };

const windowId = ({ kind, window }: WindowKey): string => `${kind}:${window.toISOString()}`;
const monthId = ({ kind, month }: MonthKey): string => `${kind}:${month}`;
export const monthOf = ({ kind, window }: WindowKey): MonthKey => ({ kind, month: kolkataMonth(window) });

type Named = Pick<Rollup, '_id' | 'kind' | 'month' | 'day'>;
const rollups = (store: ServiceStore, name: string, of: Schema<Rollup>) => {
  const collection = driverCollection(store.collection<Rollup>(name, of));

  /** Writes what `count` reads, unless another process wrote in between: then it reads again. */
  const recompute = async (named: Named, count: () => Promise<Totals>): Promise<void> => {
    for (;;) {
      const { _id } = named;
      const before = await collection.findOne({ _id }, { projection: { revision: 1 } });
      const totals = await count();
      if (!before) {
        if (isEmpty(totals)) return;
        if (await isWritten(collection.insertOne({ ...named, ...totals, revision: 1 }))) return;
        continue;
      }
      const { revision } = before;
      const { modifiedCount } = await collection.updateOne(
        { _id, revision },
        { $set: { ...totals, revision: revision + 1 } },
      );
      if (modifiedCount === 1) return;
    }
  };
  return { collection, recompute };
};

export type WindowsStore = ReturnType<typeof windowsStore>;

/** Half hours and the months that add them up. Both are recomputed whole, never incremented. */
export const windowsStore = (store: ServiceStore) => {
  const windows = rollups(store, 'windows', windowSchema);
  const months = rollups(store, 'months', monthSchema);
  const ofKind = (kind: FactKind) => months.collection.find({ kind });

  return {
    recomputeWindow: (key: WindowKey, count: () => Promise<Totals>): Promise<void> => {
      const { kind, window } = key;
      const named = { _id: windowId(key), kind, month: kolkataMonth(window), day: kolkataDay(window) };
      return windows.recompute(named, count);
    },
    recomputeMonth: (key: MonthKey): Promise<void> =>
      months.recompute({ _id: monthId(key), ...key }, async () =>
        sumOf(await windows.collection.find({ ...key }).toArray()),
      ),
    /** Totals of all time. */
    ofAllTime: async (kinds: readonly FactKind[]): Promise<Totals> =>
      sumOf((await Promise.all(kinds.map((kind) => ofKind(kind).toArray()))).flat()),
    /** Totals of one month; null when nothing happened. */
    ofMonth: async (key: MonthKey): Promise<Totals | null> =>
      months.collection.findOne({ _id: monthId(key) }),
    /** Totals of each day with facts, from one day to another. */
    byDay: async (kind: FactKind, from: string, to: string): Promise<Map<string, Totals>> => {
      const found = windows.collection.find({ kind, day: { $gte: from, $lte: to } });
      const days = new Map<string, Totals[]>();
      for await (const window of found) {
        const { day = '' } = window;
        days.set(day, [...(days.get(day) ?? []), window]);
      }
      return new Map([...days].map(([day, parts]) => [day, sumOf(parts)]));
    },
    /** Totals of every half hour by name (`kind:start`). */
    totals: async (): Promise<Map<string, { key: WindowKey; totals: Totals }>> => {
      const all = new Map<string, { key: WindowKey; totals: Totals }>();
      for await (const { _id, kind, counts, paise, wholes } of windows.collection.find()) {
        const window = windowOf(new Date(_id.slice(kind.length + 1)));
        all.set(_id, { key: { kind, window }, totals: { counts, paise, wholes } });
      }
      return all;
    },
  };
};
