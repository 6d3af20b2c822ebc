import { equalText, type ServiceStore } from '@satrangi/chassis';
import type { RunForm, UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';

/** A checked form, stored before money moves, so that paid money has a runner even when the browser closes. */
export type Draft = {
  _id: string;
  eventId: string;
  form: RunForm;
  userId: UserId | null;
  createdAt: Date;
  expiresAt: Date;
};

const text = { type: String, required: true } as const;
const schema = new Schema<Draft>(
  {
    _id: text,
    eventId: text,
    form: { type: Schema.Types.Mixed, required: true },
    userId: { type: String, default: null },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, minimize: false },
).index({ expiresAt: 1 });
schema.index({ userId: 1 }, { partialFilterExpression: { userId: { $type: 'string' } } });

export type DraftsStore = ReturnType<typeof draftsStore>;

export const draftsStore = (store: ServiceStore) => {
  const drafts = store.aggregate<Draft>('drafts', schema);
  return {
    add: async (draft: Draft): Promise<void> => {
      await drafts.create(draft);
    },
    byId: (id: string): Promise<Draft | null> => drafts.model.findById(id).lean<Draft>(),
    remove: async (id: string): Promise<void> => {
      await drafts.model.deleteOne({ _id: id });
    },
    removeOf: async (userId: UserId): Promise<void> => {
      await drafts.model.deleteMany({ userId: equalText(userId) });
    },
    ofUser: (userId: UserId): Promise<Draft[]> =>
      drafts.model.find({ userId: equalText(userId) }).lean<Draft[]>(),
    expire: async (now: Date): Promise<void> => {
      await drafts.model.deleteMany({ expiresAt: { $lt: now } });
    },
  };
};
