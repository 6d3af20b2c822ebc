import type { OutboxMessages, ServiceStore } from '@satrangi/chassis';
import { aboutKinds } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import type { StoredAbout } from './about.rules.ts';

const schema = new Schema<StoredAbout>(
  {
    _id: { type: String, required: true },
    kind: { type: String, enum: aboutKinds },
    name: { type: String, default: '' },
    text: { type: String, default: '' },
    language: { type: String, required: true },
    status: { type: String, enum: ['present', 'deleted'], required: true },
    version: { type: Number, required: true },
    createdAt: { type: String, required: true },
    updatedAt: { type: String, required: true },
  },
  { versionKey: false },
);

export type AboutStore = ReturnType<typeof aboutStore>;

/** Words of editors about people and series, one document for each folded name of a kind. */
export const aboutStore = (store: ServiceStore) => {
  const abouts = store.aggregate<StoredAbout>('people-about', schema);
  const { model } = abouts;
  return {
    /** @returns false when there are words of this id already */
    add: (about: StoredAbout, messages: OutboxMessages): Promise<boolean> => abouts.create(about, messages),
    byId: (personId: string): Promise<StoredAbout | null> => model.findById(personId).lean<StoredAbout>(),
    /** All words, deleted ones too. */
    all: (): Promise<StoredAbout[]> => model.find({}).sort({ _id: 1 }).lean<StoredAbout[]>(),
    /** Writes if the stored version is still that of `before`. @returns null after a conflicting write */
    replace: (
      before: StoredAbout,
      edit: Partial<StoredAbout>,
      messages: OutboxMessages,
    ): Promise<StoredAbout | null> =>
      abouts.change({ _id: before._id, version: before.version }, { $set: edit }, messages),
  };
};
