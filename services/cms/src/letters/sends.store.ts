import type { Change, OutboxMessages, ServiceStore } from '@satrangi/chassis';
import { SENDS_LISTED, type SendState, type UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import type { StoredSend } from './sends.rules.ts';

const schema = new Schema<StoredSend>(
  {
    _id: { type: String, required: true },
    key: { type: String, required: true },
    subject: { type: String, required: true },
    preheader: { type: String, default: '' },
    text: { type: String, required: true },
    state: { type: String, required: true },
    at: { type: String, required: true },
    startsAt: { type: String, default: null },
    endedAt: { type: String, default: null },
    total: { type: Number, default: 0 },
    totals: { type: Schema.Types.Mixed, default: null },
    run: { type: Number, required: true },
    retryRun: { type: Number, default: null },
    by: { type: String, default: null },
  },
  { versionKey: false },
)
  .index({ key: 1 }, { unique: true })
  .index({ at: -1 })
  .index({ state: 1 });

export type SendsStore = ReturnType<typeof sendsStore>;

export const sendsStore = (store: ServiceStore) => {
  const sends = store.aggregate<StoredSend>('sends', schema);
  const { model } = sends;
  return {
    /** @returns false when there is a send with this key */
    add: (send: StoredSend, messages: OutboxMessages): Promise<boolean> => sends.create(send, messages),
    byId: (id: string): Promise<StoredSend | null> => model.findById(id).lean<StoredSend>(),
    byKey: (key: string): Promise<StoredSend | null> => model.findOne({ key }).lean<StoredSend>(),
    newest: (): Promise<StoredSend[]> =>
      model.find({}).sort({ at: -1, _id: 1 }).limit(SENDS_LISTED).lean<StoredSend[]>(),
    inState: (state: SendState): Promise<StoredSend[]> => model.find({ state }).lean<StoredSend[]>(),
    /** Writes if state and run are still those of `before`. @returns null after a conflicting write */
    change: (
      { _id, state, run }: Pick<StoredSend, '_id' | 'state' | 'run'>,
      edit: Partial<StoredSend>,
      messages: Change = {},
    ): Promise<StoredSend | null> => sends.change({ _id, state, run }, { $set: edit }, messages),
    /** Which of these texts a send points to. */
    referenced: async (ids: readonly string[]): Promise<string[]> =>
      (await model.find({ text: { $in: [...ids] } }).lean<StoredSend[]>()).map(({ text }) => text),
    startedBy: (userId: UserId): Promise<StoredSend[]> => model.find({ by: userId }).lean<StoredSend[]>(),
    eraseEditor: async (userId: UserId): Promise<void> => {
      await model.updateMany({ by: userId }, { $set: { by: null } });
    },
  };
};
