import {
  type Aggregate,
  equalText,
  type OutboxMessages,
  pageByMatch,
  type ServiceStore,
  soundsLike,
} from '@satrangi/chassis';
import type { RegistrationState, UserId } from '@satrangi/contracts';
import { type QueryFilter, Schema } from 'mongoose';
import {
  countedStates,
  fold,
  pageKeyOf,
  type StoredRegistration,
  searchFields,
} from './registration.rules.ts';

const text = { type: String, required: true } as const;
const mayBeEmpty = { type: String, default: '' } as const;
const maybeText = { type: String, default: null } as const;
const number = { type: Number, default: 0 } as const;

const schema = new Schema<StoredRegistration>(
  {
    _id: text,
    eventId: text,
    paymentId: String,
    draftId: String,
    mismatchOf: String,
    requestKey: String,
    slug: text,
    pageKeys: [String],
    pageId: text,
    state: text,
    source: text,
    name: mayBeEmpty,
    email: mayBeEmpty,
    phone: mayBeEmpty,
    displayName: mayBeEmpty,
    pronouns: maybeText,
    location: mayBeEmpty,
    activityType: text,
    distanceKm: number,
    tshirtSize: maybeText,
    goalMinor: number,
    paidMinor: number,
    returnedMinor: number,
    additionalInfo: mayBeEmpty,
    story: mayBeEmpty,
    consents: { type: Schema.Types.Mixed, default: { data: null, marketing: null } },
    isPublic: Boolean,
    isListed: Boolean,
    showGoal: Boolean,
    showWords: { type: Boolean, default: undefined },
    nameInAddress: Boolean,
    showPronouns: { type: Boolean, default: undefined },
    linkVersion: Number,
    km: [{ _id: false, entryId: text, date: text, km: Number }],
    userId: maybeText,
    folded: mayBeEmpty,
    sounds: { type: [String], default: undefined },
    createdAt: text,
    cancelReason: String,
    countedAt: maybeText,
    goalReachedAt: maybeText,
    firstGiftAt: maybeText,
    revision: number,
  },
  { versionKey: false },
);
const whenText = (field: string) => ({ [field]: { $type: 'string' } });
schema.index({ paymentId: 1 }, { unique: true, partialFilterExpression: whenText('paymentId') });
schema.index({ draftId: 1 }, { unique: true, partialFilterExpression: whenText('draftId') });
schema.index({ requestKey: 1 }, { unique: true, partialFilterExpression: whenText('requestKey') });
schema.index({ pageKeys: 1 }, { unique: true });
schema.index({ pageId: 1 }, { unique: true });
schema.index({ state: 1, createdAt: -1, _id: -1 });
schema.index({ createdAt: -1, _id: -1 }, { name: 'newest' });
schema.index({ createdAt: -1, _id: -1 }, { partialFilterExpression: { isListed: true } });
schema.index({ sounds: 1 });
schema.index({ userId: 1 }, { partialFilterExpression: whenText('userId') });

const escaped = (part: string): string => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

export type RegistrationsStore = ReturnType<typeof registrationsStore>;
type Filter = QueryFilter<StoredRegistration>;
type Fields = Partial<StoredRegistration>;

/** The next ones in the order of `createdAt` and `_id`, both descending. */
const olderThan = ({ _id, createdAt }: Pick<StoredRegistration, '_id' | 'createdAt'>): Filter => ({
  createdAt: { $lte: createdAt },
  $or: [{ createdAt: { $lt: createdAt } }, { _id: { $lt: _id } }],
});

/** Finds one registration by one of its keys. */
const lookups = ({ model }: Aggregate<StoredRegistration>) => {
  const one = (filter: Filter): Promise<StoredRegistration | null> =>
    model.findOne(filter).lean<StoredRegistration>();
  return {
    byId: (id: string) => one({ _id: id }),
    byPayment: (paymentId: string) => one({ paymentId: equalText(paymentId) }),
    byDraft: (draftId: string) => one({ draftId: equalText(draftId) }),
    byRequest: (requestKey: string) => one({ requestKey: equalText(requestKey) }),
    bySlug: (slug: string) => one({ pageKeys: pageKeyOf(slug), slug }),
    /** By the digest of its present or an earlier slug. */
    byPageKey: (pageKey: string) => one({ pageKeys: pageKey }),
    byPageId: (pageId: string) => one({ pageId }),
  };
};

/** Lists and counts registrations. */
const lists = ({ model }: Aggregate<StoredRegistration>) => ({
  ofUser: (userId: UserId): Promise<StoredRegistration[]> =>
    model.find({ userId: equalText(userId) }).lean<StoredRegistration[]>(),
  countCounted: (): Promise<number> => model.countDocuments({ state: { $in: [...countedStates] } }),
  /** Newest first: what has the letters of a search, then names that sound like it in another script. */
  find: async (
    { q, state }: { q: string | undefined; state: RegistrationState | undefined },
    { skip, limit }: { skip: number; limit: number },
  ): Promise<{ found: StoredRegistration[]; total: number }> => {
    const ofState: Filter = state ? { state } : {};
    const similar = q ? soundsLike(q, 'folded') : null;
    return pageByMatch<StoredRegistration>(
      model,
      { ...ofState, ...(q ? { folded: { $regex: escaped(fold(q)) } } : {}) },
      similar && { ...ofState, ...similar },
      { sort: { createdAt: -1, _id: -1 }, skip, limit },
    );
  },
  /** Streams all registrations, newest first. */
  all: (ids?: readonly string[]): AsyncIterable<StoredRegistration> =>
    model
      .find(ids ? { _id: { $in: ids } } : {})
      .sort({ createdAt: -1 })
      .lean<StoredRegistration>()
      .cursor(),
  /** Newest first; after a registration, older ones. */
  listed: (
    limit: number,
    after?: Pick<StoredRegistration, '_id' | 'createdAt'>,
  ): Promise<StoredRegistration[]> =>
    model
      .find({
        state: { $in: [...countedStates] },
        isPublic: true,
        isListed: true,
        ...(after && olderThan(after)),
      })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit)
      .lean<StoredRegistration[]>(),
});

/** Adds, changes and removes registrations. */
const writes = (registrations: Aggregate<StoredRegistration>) => {
  const { model } = registrations;
  return {
    /** False when its payment, draft, request or address has a registration. */
    add: (registration: StoredRegistration, messages?: OutboxMessages): Promise<boolean> =>
      registrations.create(registration, messages),
    /** One conditional write with its messages; null when the filter matched nothing. */
    change: (filter: Filter, fields: Fields, messages?: OutboxMessages): Promise<StoredRegistration | null> =>
      registrations.change(filter, { $set: fields, $inc: { revision: 1 } }, messages),
    /** The payment has another amount: the registration is kept for admins and does not hold the payment any more. */
    mismatch: (id: string, paymentId: string): Promise<StoredRegistration | null> =>
      registrations.change(
        { _id: id, paymentId, state: 'awaiting-payment' },
        { $set: { state: 'mismatch', mismatchOf: paymentId }, $unset: { paymentId: 1, draftId: 1 } },
      ),
    /** Ends a registration; one that awaits its payment does not hold it any more: money that comes later waits for an admin. */
    end: (
      { _id, revision, state, paymentId }: StoredRegistration,
      fields: Fields,
      messages: OutboxMessages,
    ): Promise<StoredRegistration | null> => {
      const isUnpaid = state === 'awaiting-payment' && paymentId !== undefined;
      const ended = isUnpaid ? { ...fields, mismatchOf: paymentId } : fields;
      return registrations.change(
        { _id, revision },
        { $set: ended, $inc: { revision: 1 }, ...(isUnpaid ? { $unset: { paymentId: 1 } } : {}) },
        messages,
      );
    },
    logKm: (id: string, entry: StoredRegistration['km'][number], messages: OutboxMessages) =>
      registrations.change(
        { _id: id, state: { $in: [...countedStates] }, 'km.entryId': { $ne: entry.entryId } },
        { $push: { km: entry } },
        messages,
      ),
    /** Stores the sounds of registrations from before they were stored. */
    addSounds: async (signal: AbortSignal): Promise<void> => {
      const all = model
        .find({ sounds: { $exists: false } })
        .lean<StoredRegistration>()
        .cursor();
      for await (const each of all) {
        if (signal.aborted) return;
        const { _id, revision } = each;
        await model.updateOne({ _id, revision }, { $set: { sounds: searchFields(each).sounds } });
      }
    },
    /** Publishes messages of a registration, once for each request. */
    announce: (id: string, messages: OutboxMessages, requestId: string) =>
      registrations.change({ _id: id }, {}, { ...messages, applied: requestId }),
    /** Removes registrations whose payment never came. */
    removeUnpaid: async (before: string): Promise<void> => {
      await model.deleteMany({
        state: { $in: ['awaiting-payment', 'mismatch'] },
        createdAt: { $lt: before },
      });
    },
  };
};

export const registrationsStore = (store: ServiceStore) => {
  const registrations = store.aggregate<StoredRegistration>('registrations', schema);
  return { ...lookups(registrations), ...lists(registrations), ...writes(registrations) };
};
