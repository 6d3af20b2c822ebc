import type { OutboxMessages, ServiceStore } from '@satrangi/chassis';
import { SNAPSHOTS_MAX, type UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';

export type SnapshotSection = { sectionId: string; key: string; text: string };

/** The public content of one deploy, as references to texts. `_id` is the revision, padded so that it sorts as text. */
export type Snapshot = {
  _id: string;
  revision: number;
  at: string;
  by: UserId | null;
  sections: SnapshotSection[];
  hook: 'none' | 'waiting' | 'delivered' | 'failed';
};

const schema = new Schema<Snapshot>(
  {
    _id: { type: String, required: true },
    revision: { type: Number, required: true },
    at: { type: String, required: true },
    by: { type: String, default: null },
    sections: { type: Schema.Types.Mixed, default: () => [] },
    hook: { type: String, enum: ['none', 'waiting', 'delivered', 'failed'], required: true },
  },
  { versionKey: false },
).index({ revision: -1 });

const idOf = (revision: number): string => String(revision);

export type SnapshotsStore = ReturnType<typeof snapshotsStore>;

export const snapshotsStore = (store: ServiceStore) => {
  const snapshots = store.aggregate<Snapshot>('snapshots', schema);
  const { model } = snapshots;
  const newest = () => model.find({}).sort({ revision: -1 }).limit(SNAPSHOTS_MAX).lean<Snapshot[]>();
  return {
    /** The revision of the last deploy, 0 before the first. */
    latest: async (): Promise<number> => {
      const [last] = await model.find({}, { revision: 1 }).sort({ revision: -1 }).limit(1).lean<Snapshot[]>();
      return last?.revision ?? 0;
    },
    /** @returns false when the revision is taken by a concurrent deploy */
    add: (snapshot: Omit<Snapshot, '_id'>, messages: OutboxMessages): Promise<boolean> =>
      snapshots.create({ ...snapshot, _id: idOf(snapshot.revision) }, messages),
    newest,
    byRevision: (revision: number): Promise<Snapshot | null> =>
      model.findById(idOf(revision)).lean<Snapshot>(),
    setHook: async (revision: number, hook: Snapshot['hook']): Promise<void> => {
      await model.updateOne({ _id: idOf(revision) }, { $set: { hook } });
    },
    /** Removes all but the newest. The next revision follows the newest one, which always stays. */
    trim: async (): Promise<void> => {
      const oldest = (await newest()).at(-1);
      // a snapshot with pending outbox rows is removed at a later deploy
      if (oldest)
        await model.deleteMany({ revision: { $lt: oldest.revision }, outboxDue: { $exists: false } });
    },
    /** The ids among these that a snapshot references. */
    referenced: async (ids: readonly string[]): Promise<string[]> => {
      const wanted = new Set(ids);
      const found = await model.find({ 'sections.text': { $in: [...ids] } }).lean<Snapshot[]>();
      return found.flatMap(({ sections }) => sections.map(({ text }) => text)).filter((id) => wanted.has(id));
    },
    deployedBy: (userId: UserId): Promise<Snapshot[]> => model.find({ by: userId }).lean<Snapshot[]>(),
    eraseEditor: async (userId: UserId): Promise<void> => {
      await model.updateMany({ by: userId }, { $set: { by: null } });
    },
  };
};
