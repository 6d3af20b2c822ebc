import type { Ids, Logger, StoreKit } from '@satrangi/chassis';
import type { MediaId, UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';

/** What an admin did with somebody else's library. Ids only; `about` is the gift or the code of the copy. */
export type AuditLine = {
  _id: string;
  at: string;
  by: UserId;
  act: 'grant' | 'revoke' | 'find-copy';
  userId: UserId | null;
  mediaId: MediaId | null;
  about: string;
};

const lineSchema = new Schema<AuditLine>({
  _id: { type: String, required: true },
  at: { type: String, required: true },
  by: { type: String, required: true },
  act: { type: String, required: true },
  userId: { type: String, default: null },
  mediaId: { type: String, default: null },
  about: { type: String, required: true },
})
  .index({ at: -1 })
  .index({ userId: 1 });

export type AuditStore = ReturnType<typeof auditStore>;

export const auditStore = (store: StoreKit, ids: Pick<Ids, 'newId'>, log: Logger) => {
  const lines = store.collection<AuditLine>('audit', lineSchema);
  return {
    /** Written before the deed: nothing is done that is not written down. */
    write: async (line: Omit<AuditLine, '_id'>): Promise<void> => {
      const kept = { _id: ids.newId(), ...line };
      await lines.create(kept);
      log.info({ audit: kept }, 'admin act');
    },
    newest: (limit: number): Promise<AuditLine[]> =>
      lines.find().sort({ at: -1, _id: 1 }).limit(limit).lean<AuditLine[]>(),
    /** The deed stays known, the person does not. */
    forget: async (userId: UserId): Promise<void> => {
      await lines.updateMany({ userId }, { $set: { userId: null } });
    },
  };
};
