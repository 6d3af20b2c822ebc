import type { Ids, Logger, ServiceStore } from '@satrangi/chassis';
import type { MediaId, UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';

/** One admin action on a reader's library. Ids only; `about` is the id of the gift or the code of the copy. */
export type AuditEntry = {
  _id: string;
  at: string;
  /** Null after the account was deleted. */
  by: UserId | null;
  act: 'grant' | 'revoke' | 'find-copy';
  userId: UserId | null;
  mediaId: MediaId | null;
  about: string;
};

const entrySchema = new Schema<AuditEntry>({
  _id: { type: String, required: true },
  at: { type: String, required: true },
  by: { type: String, default: null },
  act: { type: String, required: true },
  userId: { type: String, default: null },
  mediaId: { type: String, default: null },
  about: { type: String, required: true },
})
  .index({ at: -1 })
  .index({ userId: 1 })
  .index({ by: 1 });

export type AuditStore = ReturnType<typeof auditStore>;

export const auditStore = (
  store: ServiceStore,
  {
    ids,
    log,
    isErased,
  }: { ids: Pick<Ids, 'newId'>; log: Logger; isErased: (userId: UserId) => Promise<boolean> },
) => {
  const entries = store.collection<AuditEntry>('audit', entrySchema);
  const eraseAccount = async (userId: UserId): Promise<void> => {
    await entries.updateMany({ by: userId }, { $set: { by: null } });
    await entries.updateMany({ userId }, { $set: { userId: null } });
  };
  return {
    /** Call this before the action itself, so that every action is recorded. */
    write: async (entry: Omit<AuditEntry, '_id'>): Promise<void> => {
      const stored = { _id: ids.newId(), ...entry };
      await entries.create(stored);
      log.info({ audit: stored }, 'admin action audited');
      // an account that was deleted concurrently must not stay in the entry
      for (const userId of [entry.by, entry.userId])
        if (userId !== null && (await isErased(userId))) await eraseAccount(userId);
    },
    newest: (limit: number): Promise<AuditEntry[]> =>
      entries.find().sort({ at: -1, _id: 1 }).limit(limit).lean<AuditEntry[]>(),
    /** Keeps the entries and removes the id of the account from them, as reader and as admin. */
    eraseAccount,
  };
};
