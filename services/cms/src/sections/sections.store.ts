import type { OutboxMessages, ServiceStore } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import type { Section, SectionEdit } from './sections.rules.ts';

const schema = new Schema<Section>(
  {
    _id: { type: String, required: true },
    key: { type: String, required: true },
    page: { type: String, required: true },
    status: { type: String, enum: ['published', 'draft'], required: true },
    draft: { type: Schema.Types.Mixed, required: true },
    published: { type: Schema.Types.Mixed, default: null },
    versions: { type: Schema.Types.Mixed, default: () => [] },
    version: { type: Number, required: true },
    createdAt: { type: String, required: true },
    updatedAt: { type: String, required: true },
    deletedAt: { type: String, default: null },
  },
  { versionKey: false },
);
schema.index({ key: 1 }, { unique: true });
schema.index({ page: 1, deletedAt: 1 });

const present = { deletedAt: null };
const pointsTo = (ids: readonly string[]) => ({
  $or: [
    { 'draft.text': { $in: [...ids] } },
    { 'published.text': { $in: [...ids] } },
    { 'versions.text': { $in: [...ids] } },
  ],
});

export const textsOf = ({ draft, published, versions }: Section): string[] => [
  draft.text,
  ...(published ? [published.text] : []),
  ...versions.map(({ text }) => text),
];

export type SectionsStore = ReturnType<typeof sectionsStore>;

/** Sections with their versions and outbox in one document: a save and its version are one write. */
export const sectionsStore = (store: ServiceStore) => {
  const sections = store.aggregate<Section>('sections', schema);
  const { model } = sections;
  return {
    /** @returns false when the key is taken, also by a deleted section */
    add: (section: Section, messages: OutboxMessages): Promise<boolean> => sections.create(section, messages),
    /** The section of a key, deleted or not. */
    byKey: (key: string): Promise<Section | null> => model.findOne({ key }).lean<Section>(),
    byId: (id: string): Promise<Section | null> => model.findById(id).lean<Section>(),
    all: (): Promise<Section[]> => model.find(present).sort({ key: 1 }).lean<Section[]>(),
    ofPage: (page: string): Promise<Section[]> => model.find({ page, ...present }).lean<Section[]>(),
    /** Deleted sections that are still stored, the last one first. */
    deleted: (limit: number): Promise<Pick<Section, '_id' | 'key' | 'page' | 'deletedAt'>[]> =>
      model
        .find({ deletedAt: { $type: 'string' } }, { key: 1, page: 1, deletedAt: 1 })
        .sort({ deletedAt: -1, key: 1 })
        .limit(limit)
        .lean<Section[]>()
        .exec(),
    /** Writes if the stored version is still that of `before`. @returns null after a conflicting write or for a taken key */
    replace: (before: Section, edit: SectionEdit, messages: OutboxMessages): Promise<Section | null> =>
      sections.change(
        { _id: before._id, version: before.version },
        { $set: { ...edit, version: before.version + 1 } },
        messages,
      ),
    /** The ids among these that a section references. */
    referenced: async (ids: readonly string[]): Promise<string[]> => {
      const wanted = new Set(ids);
      const found = await model.find(pointsTo(ids)).lean<Section[]>();
      return found.flatMap(textsOf).filter((text) => wanted.has(text));
    },
    /** Removes sections that were deleted before a time (ISO 8601). */
    sweepDeleted: async (before: string): Promise<void> => {
      await model.deleteMany({ deletedAt: { $type: 'string', $lt: before } });
    },
    /** The sections with a text saved by this account. */
    editedBy: (userId: UserId): Promise<Section[]> =>
      model.find({ $or: [{ 'draft.by': userId }, { 'versions.by': userId }] }).lean<Section[]>(),
  };
};
