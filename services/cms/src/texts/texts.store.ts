import { createHash } from 'node:crypto';
import { type Clock, driverCollection, isWritten, type ServiceStore } from '@satrangi/chassis';
import { Schema } from 'mongoose';
import { imagesIn } from '../images/images.rules.ts';

const PAGE = 100;

/** One text, named by the SHA-256 of its HTML. Sections, versions and snapshots reference it. */
type StoredText = {
  _id: string;
  html: string;
  /** Names of the pictures in it. */
  images: string[];
  at: Date;
};

const schema = new Schema<StoredText>(
  {
    _id: { type: String, required: true },
    html: { type: String, default: '' },
    images: { type: [String], default: undefined },
    at: { type: Date, required: true },
  },
  { versionKey: false },
)
  .index({ at: 1 })
  .index({ images: 1 });

export const textIdOf = (html: string): string => createHash('sha256').update(html).digest('base64url');

export type TextsStore = ReturnType<typeof textsStore>;

/** @param useImages called with the pictures of a text before it is stored */
export const textsStore = (
  store: ServiceStore,
  clock: Clock,
  useImages: (names: readonly string[]) => Promise<void>,
) => {
  const texts = driverCollection(store.collection<StoredText>('texts', schema));
  return {
    /**
     * Stores a text before anything references it. Safe to repeat: each call renews `at`, so that the sweep does not remove
     * it before a section references it.
     */
    put: async (html: string): Promise<string> => {
      const _id = textIdOf(html);
      const images = imagesIn(html);
      await useImages(images);
      const write = () =>
        texts.updateOne(
          { _id },
          { $set: { at: clock.now() }, $setOnInsert: { html, images } },
          { upsert: true },
        );
      // two concurrent first writers of one text: the other one has inserted it
      if (!(await isWritten(write()))) await write();
      return _id;
    },
    /** Texts by id. @throws Error when one is missing: a reference without its text is a defect */
    read: async (ids: readonly string[]): Promise<(id: string) => string> => {
      const found = await texts.find({ _id: { $in: [...new Set(ids)] } }).toArray();
      const htmlOf = new Map(found.map(({ _id, html }) => [_id, html]));
      return (id) => {
        const html = htmlOf.get(id);
        if (html === undefined) throw new Error(`text ${id} is missing`);
        return html;
      };
    },
    /** Texts not used by a writer since `before`, a page at a time. */
    unusedSince: async (before: Date, after: string, limit: number): Promise<string[]> => {
      const found = await texts
        .find({ at: { $lt: before }, _id: { $gt: after } }, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return found.map(({ _id }) => _id);
    },
    /** Lists the pictures of texts that an earlier version stored. Safe to repeat. */
    listImages: async (): Promise<void> => {
      const unlisted = { images: { $exists: false } };
      for (;;) {
        const found = await texts.find(unlisted).limit(PAGE).toArray();
        if (found.length === 0) return;
        for (const { _id, html } of found)
          await texts.updateOne({ _id }, { $set: { images: imagesIn(html) } });
      }
    },
    /** The pictures among these that a text has. */
    imagesUsed: async (names: readonly string[]): Promise<string[]> => {
      const wanted = new Set(names);
      const found = await texts
        .find({ images: { $in: [...names] } }, { projection: { images: 1 } })
        .toArray();
      return found.flatMap(({ images }) => images.filter((name) => wanted.has(name)));
    },
    /** Removes texts that no writer has used since `before`. @returns how many */
    remove: async (ids: readonly string[], before: Date): Promise<number> =>
      (await texts.deleteMany({ _id: { $in: [...ids] }, at: { $lt: before } })).deletedCount,
  };
};
