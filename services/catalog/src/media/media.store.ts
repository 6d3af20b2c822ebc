import {
  type Aggregate,
  anyText,
  equalText,
  type OutboxMessages,
  rawBatches,
  type ServiceStore,
  type Work,
} from '@satrangi/chassis';
import {
  type AnyEvent,
  type LiveMessage,
  MediaId,
  type StoredValue,
  storedFields,
} from '@satrangi/contracts';
import { Schema, type SchemaDefinition, type SchemaDefinitionProperty } from 'mongoose';
import type { DriveState, Media } from './media.rules.ts';
import { withDefaults } from './media-defaults.ts';

/** How a stored value is declared to mongoose. */
const declarations = {
  text: { type: String, default: null },
  'required-text': { type: String, required: true },
  texts: { type: [String], default: [] },
  number: { type: Number, default: null },
  flag: { type: Boolean, default: false },
  object: { type: Schema.Types.Mixed, default: null },
  objects: { type: Schema.Types.Mixed, default: () => [] },
} satisfies Record<StoredValue, SchemaDefinitionProperty>;
const { text, number, object, objects } = declarations;

/** The editorial fields, as the table of the contract says. */
const editorial: SchemaDefinition = Object.fromEntries(
  Object.entries(storedFields).map(([name, value]) => [name, declarations[value]]),
);

const schema = new Schema<Media>(
  {
    _id: { type: String, required: true },
    slug: String,
    requestKey: String,
    mediaType: { type: String, required: true },
    version: { type: Number, required: true },
    status: { type: String, enum: ['published', 'withdrawn'], required: true },
    ...editorial,
    featuredClaim: text,
    driveFileId: text,
    driveState: text,
    transcriptFile: object,
    file: object,
    preview: object,
    epub: object,
    captions: objects,
    thumbnail: object,
    ratingAverage: number,
    ratingCount: { type: Number, default: 0 },
    createdAt: { type: String, required: true },
    updatedAt: { type: String, required: true },
    writtenAt: { type: String, required: true },
  },
  // Mongoose warns about the wire field `collection`, the name of an unused method of documents.
  { versionKey: false, suppressReservedKeysWarning: true },
);
schema.index({ slug: 1 }, { unique: true, partialFilterExpression: { slug: { $type: 'string' } } });
schema.index(
  { requestKey: 1 },
  { unique: true, partialFilterExpression: { requestKey: { $type: 'string' } } },
);
schema.index({ writtenAt: 1 });
schema.index({ driveState: 1 }, { partialFilterExpression: { driveState: { $type: 'string' } } });
schema.index({ creatorId: 1 }, { partialFilterExpression: { creatorId: { $type: 'string' } } });

export type MediaMessages = {
  readonly events?: AnyEvent[];
  readonly live?: LiveMessage[];
  /** The version that the item has after the write. */
  readonly version?: number;
  readonly work?: readonly Work[];
};
export type MediaStore = ReturnType<typeof mediaStore>;

/** Outbox messages of an item. Live messages go to everyone and carry the id only; clients refetch the item. */
const outboxMessages = ({ events = [], live = [], version, work = [] }: MediaMessages): OutboxMessages => ({
  events,
  work,
  live: live.map((message) => ({
    message,
    audience: { to: 'everyone' },
    ...(version === undefined ? {} : { version }),
  })),
});

const completed = (media: Media | null): Media | null => media && withDefaults(media);

/** Documents of one batch: an answer of a few MB. */
const INDEX_BATCH = 2_000;

/** Finds items by what is known of them. */
const reads = ({ model }: Aggregate<Media>) => ({
  byId: async (mediaId: string): Promise<Media | null> =>
    completed(await model.findById(mediaId).lean<Media>()),
  bySlug: async (slug: string): Promise<Media | null> =>
    completed(await model.findOne({ slug: equalText(slug) }).lean<Media>()),
  /** The item that a request with this key created. */
  byRequest: async (requestKey: string): Promise<Media | null> =>
    completed(await model.findOne({ requestKey: equalText(requestKey) }).lean<Media>()),
  byIds: async (mediaIds: readonly string[]): Promise<Map<string, Media>> => {
    const found = await model.find({ _id: { $in: mediaIds.map((id) => MediaId.parse(id)) } }).lean<Media[]>();
    return new Map(found.map((media) => [media._id, withDefaults(media)]));
  },
  /** The published items whose Drive file could not be read. */
  idsWithDriveProblem: async (): Promise<Set<string>> => {
    const problems: DriveState[] = ['no-access', 'not-found', 'wrong-type'];
    const found = await model
      .find({ driveState: anyText(problems), status: 'published' }, { _id: 1 })
      .lean<Pick<Media, '_id'>[]>();
    return new Set(found.map(({ _id }) => _id));
  },
  /** Withdrawn items, the latest first. */
  withdrawn: async (limit: number): Promise<Media[]> => {
    const found = await model
      .find({ status: 'withdrawn' })
      .sort({ updatedAt: -1, _id: 1 })
      .limit(limit)
      .lean<Media[]>();
    return found.map((media) => withDefaults(media));
  },
  /** The items of a creator, including withdrawn ones. */
  idsOfCreator: async (creatorId: string): Promise<MediaId[]> => {
    const found = await model
      .find({ creatorId: equalText(creatorId) }, { _id: 1 })
      .sort({ _id: 1 })
      .lean<Pick<Media, '_id'>[]>();
    return found.map(({ _id }) => _id);
  },

  /** The given claims that belong to a featured, published item. */
  activeClaims: async (claims: readonly string[]): Promise<Set<string>> => {
    const found = await model
      .find({ featuredClaim: { $in: claims }, featured: true, status: 'published' }, { featuredClaim: 1 })
      .lean<Pick<Media, 'featuredClaim'>[]>();
    return new Set(found.flatMap(({ featuredClaim }) => featuredClaim ?? []));
  },
});

/** Reads all items, or those that changed. */
const scans = ({ model }: Aggregate<Media>) => {
  return {
    /** The bytes of every item in any order, without a projection, which costs the store more than it saves. */
    allBytes: (): AsyncGenerator<readonly Uint8Array[]> => rawBatches(model, INDEX_BATCH),
    /** A cursor over every item, including withdrawn ones, by id. */
    all: async function* (): AsyncGenerator<Media> {
      for await (const media of model.find({}).sort({ _id: 1 }).lean<Media[]>().cursor())
        yield withDefaults(media);
    },
    /** The ids and versions of items written since a time (ISO 8601). */
    writtenSince: (writtenAt: string): Promise<Pick<Media, '_id' | 'version'>[]> =>
      model.find({ writtenAt: { $gte: writtenAt } }, { version: 1 }).lean<Pick<Media, '_id' | 'version'>[]>(),
  };
};

/** Adds, changes and republishes items, with their outbox messages. */
const writes = (items: Aggregate<Media>) => ({
  /** @returns false when the slug or the request key is taken */
  add: (media: Media, messages: MediaMessages): Promise<boolean> =>
    items.create(media, outboxMessages(messages)),
  /** Removes a creator from their items. Increases the version, so that concurrent writers retry. */
  eraseCreator: async (creatorId: string, at: string): Promise<void> => {
    await items.model.updateMany(
      { creatorId: equalText(creatorId) },
      { $set: { creatorId: null, writtenAt: at }, $inc: { version: 1 } },
    );
  },

  /** Writes `after` if the stored version is still that of `before`. @returns null after a conflicting write */
  replace: async (before: Media, after: Media, messages: MediaMessages): Promise<Media | null> => {
    const { _id, slug: _slug, ...fields } = after;
    return completed(
      await items.change({ _id, version: before.version }, { $set: fields }, outboxMessages(messages)),
    );
  },

  /** Publishes an item without changing it. @param applied the idempotency key */
  republish: (media: Media, event: AnyEvent, applied: string): Promise<Media | null> =>
    items.change({ _id: media._id, version: media.version }, {}, { events: [event], applied }),
});

/** Items with their outbox in the same document. Withdrawn items stay, because readers own them. */
export const mediaStore = (store: ServiceStore) => {
  const items = store.aggregate<Media>('media', schema);
  return { ...reads(items), ...scans(items), ...writes(items) };
};
