import type { OutboxMessages, ServiceStore } from '@satrangi/chassis';
import type { ReconciliationReport } from '@satrangi/contracts';
import { Schema } from 'mongoose';

type Kept = { _id: string; report: ReconciliationReport };

const ReportSchema = new Schema<Kept>(
  { _id: { type: String, required: true }, report: { type: Schema.Types.Mixed, required: true } },
  { versionKey: false },
);

export type ReconciliationStore = ReturnType<typeof reconciliationStore>;

/** One report for each day; a later reconciliation replaces it. */
export const reconciliationStore = (store: ServiceStore) => {
  const reports = store.aggregate<Kept>('reconciliations', ReportSchema);
  return {
    keep: async (report: ReconciliationReport, messages: OutboxMessages): Promise<void> => {
      await reports.change({ _id: report.day }, { $set: { report } }, { ...messages, upsert: true });
    },
    ofDay: async (day: string): Promise<ReconciliationReport | null> =>
      (await reports.model.findById(day).lean().exec())?.report ?? null,
    latest: async (limit: number): Promise<ReconciliationReport[]> => {
      const found = await reports.model.find({}).sort({ _id: -1 }).limit(limit).lean().exec();
      return found.map(({ report }) => report);
    },
  };
};
