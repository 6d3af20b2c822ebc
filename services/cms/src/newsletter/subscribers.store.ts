import {
  type Aggregate,
  equalText,
  isDuplicateKey,
  type OutboxMessages,
  type ServiceStore,
} from '@satrangi/chassis';
import { SOFT_BOUNCE_DAYS, type UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';

const DAY_MS = 86_400_000;

/** A mailbox with a requested (`pending`) or confirmed (`active`) subscription. Unsubscribing removes the document. */
export type Subscriber = {
  _id: string;
  /** Normalised: one mailbox has one spelling. */
  email: string;
  state: 'pending' | 'active';
  askedAt: string;
  confirmedAt: string | null;
  /** The account that was signed in at the confirmation. */
  userId: UserId | null;
  /** When an unconfirmed subscription is removed. */
  pendingUntil?: Date;
  /** Sends whose letter bounced for now. */
  softBounces?: string[];
  /** When the last of them was reported. */
  bouncedAt?: Date;
};

const schema = new Schema<Subscriber>(
  {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    state: { type: String, enum: ['pending', 'active'], required: true },
    askedAt: { type: String, required: true },
    confirmedAt: { type: String, default: null },
    userId: { type: String, default: null },
    pendingUntil: Date,
    softBounces: { type: [String], default: undefined },
    bouncedAt: Date,
  },
  { versionKey: false },
);
schema.index({ email: 1 }, { unique: true });
schema.index({ askedAt: -1 });
schema.index({ userId: 1 }, { partialFilterExpression: { userId: { $type: 'string' } } });
schema.index({ pendingUntil: 1 }, { expireAfterSeconds: 0 });

export type SubscribersStore = ReturnType<typeof subscribersStore>;

/** Requests, confirms and ends subscriptions. */
const subscriptions = (subscribers: Aggregate<Subscriber>) => {
  const { model } = subscribers;
  return {
    /** The subscriber of a mailbox, added as pending when it is new: one document per mailbox (checklist CMS-41). */
    request: async (requested: Subscriber & { pendingUntil: Date }): Promise<Subscriber> => {
      const { _id, email, pendingUntil, ...rest } = requested;
      const write = () =>
        model
          .findOneAndUpdate(
            { email },
            { $setOnInsert: { _id, ...rest, pendingUntil } },
            { upsert: true, returnDocument: 'after' },
          )
          .lean<Subscriber>();
      const found = await write().catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
        return write();
      });
      if (found.state === 'active') return found;
      // a second request restarts the time of a pending one
      await model.updateOne({ _id: found._id, state: 'pending' }, { $set: { pendingUntil } });
      return found;
    },
    /** @returns null when it is not pending, or too long ago */
    activate: (
      id: string,
      { confirmedAt, userId }: { confirmedAt: Date; userId: UserId | null },
      messages: OutboxMessages,
    ): Promise<Subscriber | null> =>
      subscribers.change(
        { _id: id, state: 'pending', pendingUntil: { $gt: confirmedAt } },
        {
          $set: { state: 'active', confirmedAt: confirmedAt.toISOString(), userId },
          $unset: { pendingUntil: 1 },
        },
        messages,
      ),
    /** Links an account to an active subscriber that has none. */
    link: async (id: string, userId: UserId): Promise<void> => {
      await model.updateOne({ _id: id, state: 'active', userId: null }, { $set: { userId } });
    },
    /** Removes a subscriber; its messages are published only if it existed and was active. */
    remove: async (id: string, messages: OutboxMessages): Promise<void> => {
      await subscribers.remove({ _id: id, state: 'active' }, messages);
      await model.deleteOne({ _id: id, state: 'pending' });
    },
  };
};

/** Who receives a letter, and whose letters bounce. */
const recipients = ({ model }: Aggregate<Subscriber>) => ({
  /** Adds a soft bounce, once per send; forgets earlier ones after a time without any. @returns how many there are */
  addSoftBounce: async (id: string, sendId: string, at: Date): Promise<number> => {
    const before = new Date(at.getTime() - SOFT_BOUNCE_DAYS * DAY_MS);
    const kept = { $cond: [{ $lt: ['$bouncedAt', before] }, [], { $ifNull: ['$softBounces', []] }] };
    const bounced = await model
      .findOneAndUpdate(
        { _id: id, state: 'active' },
        [{ $set: { softBounces: { $setUnion: [kept, [sendId]] }, bouncedAt: at } }],
        { returnDocument: 'after', updatePipeline: true },
      )
      .lean<Subscriber>();
    return bounced?.softBounces?.length ?? 0;
  },
  /** Ids of subscribers who had confirmed by a time, in order. */
  confirmedUntil: async (at: string, after: string, limit: number): Promise<string[]> => {
    const found = await model
      .find({ _id: { $gt: after }, state: 'active', confirmedAt: { $lte: at } }, { _id: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<Pick<Subscriber, '_id'>[]>();
    return found.map(({ _id }) => _id);
  },
  /** The ids among these that are subscribed now. */
  active: (ids: readonly string[]): Promise<Pick<Subscriber, '_id' | 'email'>[]> =>
    model
      .find({ _id: { $in: [...ids] }, state: 'active' }, { email: 1 })
      .lean<Pick<Subscriber, '_id' | 'email'>[]>(),
});

/** Subscribers for admins and for their own accounts. */
const lists = ({ model }: Aggregate<Subscriber>) => ({
  byId: (id: string): Promise<Subscriber | null> => model.findById(id).lean<Subscriber>(),
  /** Subscribers, the newest request first. */
  list: async (
    { email, state }: { readonly email: string | undefined; readonly state: Subscriber['state'] | undefined },
    range: { readonly skip: number; readonly limit: number },
  ): Promise<{ readonly found: Subscriber[]; readonly total: number }> => {
    const filter = { ...(email !== undefined && { email }), ...(state && { state }) };
    const [found, total] = await Promise.all([
      model
        .find(filter)
        .sort({ askedAt: -1, _id: 1 })
        .skip(range.skip)
        .limit(range.limit)
        .lean<Subscriber[]>(),
      model.countDocuments(filter),
    ]);
    return { found, total };
  },
  countActive: (): Promise<number> => model.countDocuments({ state: 'active' }),
  /** Every confirmed subscriber, in the order of ids. */
  allActive: (): AsyncIterable<Subscriber> =>
    model.find({ state: 'active' }).sort({ _id: 1 }).lean<Subscriber>().cursor(),
  ofReader: (userId: UserId): Promise<Subscriber[]> =>
    model.find({ userId: equalText(userId) }).lean<Subscriber[]>(),
});

export const subscribersStore = (store: ServiceStore) => {
  const subscribers = store.aggregate<Subscriber>('subscribers', schema);
  return { ...subscriptions(subscribers), ...recipients(subscribers), ...lists(subscribers) };
};
