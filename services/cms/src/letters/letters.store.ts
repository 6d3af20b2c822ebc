import { equalText, isDuplicateKey, type ServiceStore } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import type { StoredLetter } from './letters.rules.ts';

const schema = new Schema<StoredLetter>(
  {
    _id: { type: String, required: true },
    subject: { type: String, required: true },
    preheader: { type: String, default: '' },
    text: { type: String, required: true },
    createdAt: { type: String, required: true },
    updatedAt: { type: String, required: true },
    by: { type: String, default: null },
    version: { type: Number, required: true },
    requestKey: String,
  },
  { versionKey: false },
)
  .index({ updatedAt: -1 })
  .index({ requestKey: 1 }, { unique: true, partialFilterExpression: { requestKey: { $type: 'string' } } });

export type LettersStore = ReturnType<typeof lettersStore>;

export const lettersStore = (store: ServiceStore) => {
  const letters = store.collection<StoredLetter>('letters', schema);
  return {
    /** Adds a draft. @returns the one that the same request created before, when there is one */
    add: async (letter: StoredLetter): Promise<StoredLetter> => {
      const { requestKey } = letter;
      try {
        await letters.create(letter);
      } catch (error) {
        const created =
          isDuplicateKey(error) && requestKey
            ? await letters.findOne({ requestKey: equalText(requestKey) }).lean<StoredLetter>()
            : null;
        if (!created) throw error;
        return created;
      }
      return letter;
    },
    byId: (id: string): Promise<StoredLetter | null> => letters.findById(id).lean<StoredLetter>(),
    all: (): Promise<StoredLetter[]> =>
      letters.find({}).sort({ updatedAt: -1, _id: 1 }).lean<StoredLetter[]>(),
    /** Writes if the stored version is still that of `before`. @returns null after a conflicting write */
    replace: (before: StoredLetter, edit: Partial<StoredLetter>): Promise<StoredLetter | null> =>
      letters
        .findOneAndUpdate(
          { _id: before._id, version: before.version },
          { $set: { ...edit, version: before.version + 1 } },
          { returnDocument: 'after' },
        )
        .lean<StoredLetter>(),
    remove: async (id: string): Promise<void> => {
      await letters.deleteOne({ _id: id });
    },
    /** Which of these texts a draft points to. */
    referenced: async (ids: readonly string[]): Promise<string[]> =>
      (await letters.find({ text: { $in: [...ids] } }).lean<StoredLetter[]>()).map(({ text }) => text),
    savedBy: (userId: UserId): Promise<StoredLetter[]> => letters.find({ by: userId }).lean<StoredLetter[]>(),
    eraseEditor: async (userId: UserId): Promise<void> => {
      await letters.updateMany({ by: userId }, { $set: { by: null } });
    },
  };
};
