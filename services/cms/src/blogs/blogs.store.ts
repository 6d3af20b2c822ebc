import { equalText, type OutboxMessages, type ServiceStore } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import { imageNameOf, imageUrl } from '../images/images.rules.ts';
import type { StoredBlog } from './blogs.rules.ts';

const schema = new Schema<StoredBlog>(
  {
    _id: { type: String, required: true },
    title: { type: String, required: true },
    author: { type: String, required: true },
    image: { type: String, default: null },
    excerpt: { type: String, default: '' },
    text: { type: String, required: true },
    published: { type: Boolean, required: true },
    publishedAt: { type: String, default: null },
    createdAt: { type: String, required: true },
    updatedAt: { type: String, required: true },
    by: { type: String, default: null },
    versions: { type: Schema.Types.Mixed, default: () => [] },
    version: { type: Number, required: true },
    requestKey: String,
  },
  { versionKey: false },
)
  .index({ published: 1, publishedAt: -1 })
  .index({ requestKey: 1 }, { unique: true, partialFilterExpression: { requestKey: { $type: 'string' } } });

export type BlogsStore = ReturnType<typeof blogsStore>;

export const blogsStore = (store: ServiceStore) => {
  const blogs = store.aggregate<StoredBlog>('blogs', schema);
  const { model } = blogs;
  return {
    /** @returns false when the id or the request key is taken */
    add: (blog: StoredBlog, messages: OutboxMessages): Promise<boolean> => blogs.create(blog, messages),
    byId: (id: string): Promise<StoredBlog | null> => model.findById(id).lean<StoredBlog>(),
    byRequest: (requestKey: string): Promise<StoredBlog | null> =>
      model.findOne({ requestKey: equalText(requestKey) }).lean<StoredBlog>(),
    /** Published posts, the newest first. */
    published: (): Promise<StoredBlog[]> =>
      model.find({ published: true }).sort({ publishedAt: -1, _id: 1 }).lean<StoredBlog[]>(),
    publishedIds: async (): Promise<string[]> => {
      const found = await model.find({ published: true }, { _id: 1 }).lean<Pick<StoredBlog, '_id'>[]>();
      return found.map(({ _id }) => _id);
    },
    /** All posts, those saved last first. */
    all: (): Promise<StoredBlog[]> => model.find({}).sort({ updatedAt: -1, _id: 1 }).lean<StoredBlog[]>(),
    /** Writes if the stored version is still that of `before`. @returns null after a conflicting write */
    replace: (
      before: StoredBlog,
      edit: Partial<StoredBlog>,
      messages: OutboxMessages,
    ): Promise<StoredBlog | null> =>
      blogs.change(
        { _id: before._id, version: before.version },
        { $set: { ...edit, version: before.version + 1 } },
        messages,
      ),
    /** Removes a post if the stored version is still that of `before`. */
    remove: ({ _id, version }: StoredBlog, messages: OutboxMessages): Promise<StoredBlog | null> =>
      blogs.remove({ _id, version }, messages),
    /** The ids among these that a post references. */
    referenced: async (ids: readonly string[]): Promise<string[]> => {
      const wanted = new Set(ids);
      const pointing = { $or: [{ text: { $in: [...ids] } }, { 'versions.text': { $in: [...ids] } }] };
      const found = await model.find(pointing).lean<StoredBlog[]>();
      return found
        .flatMap(({ text, versions }) => [text, ...versions.map((version) => version.text)])
        .filter((text) => wanted.has(text));
    },
    /** The pictures among these that a post has as its own. */
    imagesUsed: async (names: readonly string[]): Promise<string[]> => {
      const found = await model
        .find({ image: { $in: names.map(imageUrl) } }, { image: 1 })
        .lean<Pick<StoredBlog, 'image'>[]>();
      return found.flatMap(({ image }) => imageNameOf(image ?? '') ?? []);
    },
    /** The posts with a text saved by this account. */
    editedBy: (userId: UserId): Promise<StoredBlog[]> =>
      model.find({ $or: [{ by: userId }, { 'versions.by': userId }] }).lean<StoredBlog[]>(),
  };
};
