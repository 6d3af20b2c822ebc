import { driverCollection, isWritten, type ServiceStore } from '@satrangi/chassis';
import type { AdminActOutcome } from '@satrangi/contracts';
import { type mongo, Schema } from 'mongoose';

/** A write of an admin in any service. */
export type Act = {
  _id: string;
  /** Null after the account was deleted. */
  by: string | null;
  call: string;
  target: string | null;
  outcome: AdminActOutcome;
  requestId: string;
  at: Date;
};

const KEPT_S = 396 * 86_400;

const schema = new Schema<Act>(
  {
    _id: { type: String, required: true },
    by: { type: String, default: null },
    call: { type: String, required: true },
    target: { type: String, default: null },
    outcome: { type: String, required: true },
    requestId: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { versionKey: false },
);
schema.index({ by: 1, at: -1 });
schema.index({ call: 1, at: -1 });
schema.index({ at: -1 }, { expireAfterSeconds: KEPT_S });

export type AuditQuery = {
  readonly by?: string | undefined;
  readonly call?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
};

export type AuditStore = ReturnType<typeof auditStore>;

export const auditStore = (store: ServiceStore) => {
  const collection = driverCollection(store.collection<Act>('audit', schema));
  const filterOf = ({ by, call, from, to }: AuditQuery): mongo.Filter<Act> => ({
    ...(by ? { by } : {}),
    ...(call ? { call } : {}),
    ...(from || to ? { at: { ...(from ? { $gte: from } : {}), ...(to ? { $lt: to } : {}) } } : {}),
  });
  return {
    /** Stores an outcome. A known outcome replaces `unknown`, never the other way round. */
    record: async (act: Act): Promise<void> => {
      const { _id, outcome } = act;
      const complete = () => collection.updateOne({ _id, outcome: 'unknown' }, { $set: { outcome } });
      const known = await complete();
      if (known.matchedCount > 0) return;
      if (!(await isWritten(collection.insertOne(act)))) await complete();
    },
    list: async (
      query: AuditQuery,
      { skip, limit }: { readonly skip: number; readonly limit: number },
    ): Promise<{ acts: Act[]; total: number }> => {
      const filter = filterOf(query);
      const [acts, total] = await Promise.all([
        collection.find(filter).sort({ at: -1, _id: 1 }).skip(skip).limit(limit).toArray(),
        collection.countDocuments(filter),
      ]);
      return { acts, total };
    },
    ofAccount: (userId: string): Promise<Act[]> => collection.find({ by: userId }).sort({ at: -1 }).toArray(),
    removeAccount: async (userId: string): Promise<void> => {
      await collection.updateMany({ by: userId }, { $set: { by: null } });
    },
  };
};
