import type { ServiceStore } from '@satrangi/chassis';
import {
  type AnsweredBy,
  type AnyEvent,
  CHAT_DAYS_KEPT,
  CHAT_TURNS_KEPT,
  type ChatIntent,
  type ChatLink,
} from '@satrangi/contracts';
import { Schema } from 'mongoose';
import type { Pick } from '../replies/verify-picks.ts';

/** One message or reply. Of items only ids and reasons are kept: titles and prices are read again. */
export type StoredTurn = {
  role: 'reader' | 'assistant';
  text: string;
  picks: readonly Pick[];
  links: readonly ChatLink[];
  intent: ChatIntent | null;
  by: AnsweredBy | null;
  at: string;
};

/** `forgotten` leaves an empty document until it expires: its pending events are still published. */
export type Conversation = {
  _id: string;
  owner: string | null;
  turns: StoredTurn[];
  followUps: string[];
  forgotten: boolean;
  expireAt: Date;
};

const DAY_MS = 86_400_000;

const schema = new Schema<Conversation>(
  {
    _id: { type: String, required: true },
    owner: { type: String, default: null, index: true },
    turns: [
      {
        _id: false,
        role: { type: String, required: true },
        text: { type: String, default: '' },
        picks: { type: Schema.Types.Mixed, default: [] },
        links: { type: Schema.Types.Mixed, default: [] },
        intent: { type: String, default: null },
        by: { type: String, default: null },
        at: { type: String, required: true },
      },
    ],
    followUps: { type: [String], default: [] },
    forgotten: { type: Boolean, default: false },
    expireAt: { type: Date, required: true },
  },
  { versionKey: false },
).index({ expireAt: 1 }, { expireAfterSeconds: 0 });

const expiryOf = (now: Date): Date => new Date(now.getTime() + CHAT_DAYS_KEPT * DAY_MS);
const empty = (now: Date) => ({
  owner: null,
  turns: [],
  followUps: [],
  forgotten: true,
  expireAt: new Date(now.getTime() + DAY_MS),
});

export type ConversationsStore = ReturnType<typeof conversationsStore>;

export const conversationsStore = (store: ServiceStore) => {
  const conversations = store.aggregate<Conversation>('conversations', schema);

  /** Publishes an event of a conversation and stores nothing of its text. */
  const count = async (id: string, owner: string | null, event: AnyEvent, now: Date): Promise<void> => {
    const fresh = { owner, turns: [], followUps: [], forgotten: false, expireAt: expiryOf(now) };
    await conversations.change({ _id: id }, { $setOnInsert: fresh }, { upsert: true, events: [event] });
  };
  return {
    count,
    find: async (id: string): Promise<Conversation | null> =>
      conversations.model.findOne({ _id: id, forgotten: { $ne: true } }).lean<Conversation | null>(),
    /**
     * Adds a message, its reply and their event in one write. After "forget", and when the conversation has another owner,
     * only the event is stored.
     */
    append: async (
      id: string,
      {
        owner,
        turns,
        followUps,
        event,
        now,
      }: {
        owner: string | null;
        turns: readonly StoredTurn[];
        followUps: readonly string[];
        event: AnyEvent;
        now: Date;
      },
    ): Promise<void> => {
      const update = {
        $push: { turns: { $each: [...turns], $slice: -CHAT_TURNS_KEPT } },
        $set: { owner, followUps: [...followUps], expireAt: expiryOf(now) },
        $setOnInsert: { forgotten: false },
      };
      // an owner who has come in the meantime keeps it
      const owners = owner === null ? [null] : [null, owner];
      const open = { _id: id, forgotten: { $ne: true }, owner: { $in: owners } };
      const written = await conversations.change(open, update, { upsert: true, events: [event] });
      if (!written) await count(id, owner, event, now);
    },
    /** Empties a conversation at once. */
    erase: async (id: string, now: Date): Promise<void> => {
      await conversations.change({ _id: id }, { $set: empty(now) });
    },
    ofOwner: async (owner: string): Promise<Conversation[]> =>
      conversations.model.find({ owner, forgotten: { $ne: true } }).lean<Conversation[]>(),
    /** Empties every conversation of an owner. */
    eraseOwner: async (owner: string, now: Date): Promise<void> => {
      const all = await conversations.model.find({ owner }, { _id: 1 }).lean<{ _id: string }[]>();
      for (const { _id } of all) await conversations.change({ _id }, { $set: empty(now) });
    },
  };
};
