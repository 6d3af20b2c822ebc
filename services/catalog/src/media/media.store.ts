import type { StoreKit, Work } from '@satrangi/chassis';
import { type AnyEvent, type LiveMessage, MediaId, MediaItem } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import type { ShelfBook } from '../shelf/shelf.ts';
import { itemOf } from './answers.rules.ts';
import type { Media } from './media.rules.ts';

const text = { type: String, default: null };
const words = { type: [String], default: [] };
const amount = { type: Number, default: null };
const list = { type: Schema.Types.Mixed, default: () => [] };
const anything = { type: Schema.Types.Mixed, default: null };

const schema = new Schema<Media>(
  {
    _id: { type: String, required: true },
    slug: String,
    mediaType: { type: String, required: true },
    version: { type: Number, required: true },
    status: { type: String, enum: ['published', 'withdrawn'], required: true },
    title: { type: String, required: true },
    altTitle: text,
    author: text,
    authorPronouns: text,
    director: text,
    narrator: text,
    speaker: text,
    cast: words,
    awards: text,
    creatorId: text,
    tagline: text,
    description: { type: String, required: true },
    longDescription: text,
    moreInfo: text,
    year: amount,
    duration: amount,
    issueNumber: text,
    language: { type: String, required: true },
    genres: words,
    tags: words,
    contentNotes: words,
    staffNote: anything,
    priceINR: amount,
    priceUSD: amount,
    formats: words,
    collection: { type: String, required: true },
    featured: { type: Boolean, default: false },
    featuredClaim: text,
    cover: anything,
    flipbookPages: amount,
    driveLink: text,
    driveFileId: text,
    driveState: text,
    audioUrl: text,
    videoUrl: text,
    pdfUrl: text,
    chapters: list,
    transcriptUrl: text,
    thumbnailUrl: text,
    transcriptFile: anything,
    file: anything,
    preview: anything,
    captions: list,
    thumbnail: anything,
    ratingAverage: amount,
    ratingCount: { type: Number, default: 0 },
    createdAt: { type: String, required: true },
    updatedAt: { type: String, required: true },
    writtenAt: { type: String, required: true },
  },
  { versionKey: false, suppressReservedKeysWarning: true },
);
schema.index({ slug: 1 }, { unique: true, partialFilterExpression: { slug: { $type: 'string' } } });
schema.index({ writtenAt: 1 });
schema.index({ creatorId: 1 }, { partialFilterExpression: { creatorId: { $type: 'string' } } });

export type Said = {
  readonly events?: AnyEvent[];
  readonly live?: LiveMessage[];
  readonly work?: readonly Work[];
};
export type MediaStore = ReturnType<typeof mediaStore>;

/** Everybody may hear that an item changed; what it is now, they ask. */
const aloud = ({ events = [], live = [], work = [] }: Said) => ({
  events,
  work,
  live: live.map((message) => ({ message, audience: { to: 'everyone' as const } })),
});

/** Fields that came later: items written before have none of them. */
const later = {
  director: null,
  narrator: null,
  speaker: null,
  cast: [],
  awards: null,
  duration: null,
  issueNumber: null,
  driveLink: null,
  driveFileId: null,
  driveState: null,
  audioUrl: null,
  videoUrl: null,
  pdfUrl: null,
  chapters: [],
  transcriptUrl: null,
  thumbnailUrl: null,
  transcriptFile: null,
  preview: null,
  captions: [],
  thumbnail: null,
} satisfies Partial<Media>;
const whole = (media: Media | null): Media | null => media && { ...later, ...media };

/** Items with everything they still have to say in the same document. Withdrawn ones stay: readers own them. */
export const mediaStore = (store: StoreKit) => {
  const items = store.aggregate<Media>('media', schema);
  const { model } = items;
  return {
    /** False when the slug belongs to an item already. */
    add: (media: Media, said: Said): Promise<boolean> => items.create(media, aloud(said)),
    byId: async (mediaId: string): Promise<Media | null> =>
      whole(await model.findById(mediaId).lean<Media>()),
    bySlug: async (slug: string): Promise<Media | null> => whole(await model.findOne({ slug }).lean<Media>()),
    byIds: async (mediaIds: readonly string[]): Promise<Map<string, Media>> => {
      const found = await model
        .find({ _id: { $in: mediaIds.map((id) => MediaId.parse(id)) } })
        .lean<Media[]>();
      return new Map(found.map((media) => [media._id, { ...later, ...media }]));
    },
    /** Which items an account made, withdrawn ones too. */
    idsOfCreator: async (creatorId: string): Promise<MediaId[]> => {
      const found = await model.find({ creatorId }, { _id: 1 }).sort({ _id: 1 }).lean<Pick<Media, '_id'>[]>();
      return found.map(({ _id }) => _id);
    },

    /** Nobody is named as the maker of these any more. A new version: writers under way decide again. */
    forgetCreator: async (creatorId: string, at: string): Promise<void> => {
      await model.updateMany(
        { creatorId },
        { $set: { creatorId: null, writtenAt: at }, $inc: { version: 1 } },
      );
    },

    /** Writes what `before` became; null when it is not that any more. */
    replace: async (before: Media, after: Media, said: Said): Promise<Media | null> => {
      const { _id, slug: _slug, ...fields } = after;
      return whole(await items.change({ _id, version: before.version }, { $set: fields }, aloud(said)));
    },

    /** Says an item again without changing it; once for each `applied`. */
    announce: (media: Media, event: AnyEvent, applied: string): Promise<Media | null> =>
      items.change({ _id: media._id, version: media.version }, {}, { events: [event], applied }),

    /** Every item, withdrawn ones too, in id order, one at a time. */
    each: async function* (): AsyncGenerator<Media> {
      for await (const media of model.find({}).sort({ _id: 1 }).lean<Media[]>().cursor())
        yield { ...later, ...media };
    },
    /** Which items were written since, and what version they have now. */
    since: (writtenAt: string): Promise<Pick<Media, '_id' | 'version'>[]> =>
      model.find({ writtenAt: { $gte: writtenAt } }, { version: 1 }).lean<Pick<Media, '_id' | 'version'>[]>(),

    /** Which of these claims on a featured place stand in a published item. */
    standingClaims: async (claims: readonly string[]): Promise<Set<string>> => {
      const found = await model
        .find({ featuredClaim: { $in: claims }, featured: true, status: 'published' }, { featuredClaim: 1 })
        .lean<Pick<Media, 'featuredClaim'>[]>();
      return new Set(found.flatMap(({ featuredClaim }) => featuredClaim ?? []));
    },
  };
};

/** What the shelf shows of a stored item, checked once here and not at every answer. */
export const toBook = (media: Media): ShelfBook => ({
  item: MediaItem.parse(itemOf(media)),
  creatorId: media.creatorId,
  thumbnail: media.thumbnail,
  version: media.version,
  isWithdrawn: media.status === 'withdrawn',
});
