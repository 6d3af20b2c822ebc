import {
  anyText,
  equalText,
  type OutboxMessages,
  pageByMatch,
  type ServiceStore,
  soundsLike,
} from '@satrangi/chassis';
import type { CustodyReceipt, StoredMediaType, SubmissionStatus, UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import { literalPattern, type MadeItem, type MadeItems, searchFields } from './submissions.rules.ts';

export type HistoryEntry = {
  at: string;
  to: SubmissionStatus;
  by: 'author' | 'admin';
  /** The admin; null for authors and erased accounts. */
  userId: UserId | null;
};

/** What an author sent in. */
export type StoredSubmission = {
  _id: string;
  number: string;
  name: string;
  email: string;
  mailboxKey: string;
  title: string;
  description: string;
  media: StoredMediaType;
  /** A Google link; null for an uploaded file. */
  driveLink: string | null;
  uploadId: string | null;
  status: SubmissionStatus;
  history: HistoryEntry[];
  /** `isAuthor`: why the author took it back. Else of an admin; `by` is erased with the account. */
  notes: { at: string; by: UserId | null; text: string; isAuthor?: true }[];
  userId: UserId | null;
  contentKey: string;
  receipt: CustodyReceipt | null;
  deletion: CustodyReceipt | null;
  /** The items that were made of it, by their ids. Absent in documents from before there were several. */
  items?: MadeItems['items'];
  /** Of older documents: the last item that was recorded. */
  item: MadeItems['item'];
  /** Text for `search`. */
  folded: string;
  /** Sounds of title and name; absent in documents from before it was stored. */
  sounds?: string[];
  version: number;
  /** The mail about the newest change that waits to be sent. */
  news: { entry: number; due: Date } | null;
  createdAt: Date;
};

const text = { type: String, default: null };
const required = { type: String, required: true };
const list = { type: Schema.Types.Mixed, default: () => [] };
const anything = { type: Schema.Types.Mixed, default: null };

const schema = new Schema<StoredSubmission>(
  {
    _id: required,
    number: required,
    name: required,
    email: required,
    mailboxKey: required,
    title: required,
    description: required,
    media: required,
    driveLink: text,
    uploadId: text,
    status: required,
    history: list,
    notes: list,
    userId: text,
    contentKey: required,
    receipt: anything,
    deletion: anything,
    items: Schema.Types.Mixed,
    item: anything,
    folded: required,
    sounds: { type: [String], default: undefined },
    version: { type: Number, required: true },
    news: anything,
    createdAt: { type: Date, required: true },
  },
  { versionKey: false },
);
const isText = (field: string) => ({ partialFilterExpression: { [field]: { $type: 'string' } } });
schema.index({ contentKey: 1 }, { unique: true });
schema.index({ number: 1 }, { unique: true });
schema.index({ uploadId: 1 }, { unique: true, ...isText('uploadId') });
schema.index({ createdAt: -1 });
schema.index({ status: 1, createdAt: -1 });
schema.index({ mailboxKey: 1 });
schema.index({ sounds: 1 });
schema.index({ userId: 1 }, isText('userId'));
schema.index({ 'news.due': 1 }, { sparse: true });

const submissionDocuments = (store: ServiceStore) => {
  const submissions = store.aggregate<StoredSubmission>('submissions', schema);
  const { model } = submissions;
  const find = (filter: object) => model.find(filter).lean<StoredSubmission[]>();
  return { submissions, model, find };
};
type Documents = ReturnType<typeof submissionDocuments>;

export type ListFilter = {
  readonly search: string | null;
  readonly status: SubmissionStatus | undefined;
  readonly skip: number;
  readonly limit: number;
};

const submissionQueries = ({ model, find }: Documents) => ({
  byId: (id: string): Promise<StoredSubmission | null> => model.findById(id).lean<StoredSubmission>(),
  byContentKeys: (keys: readonly string[]): Promise<StoredSubmission | null> =>
    model.findOne({ contentKey: { $in: [...keys] } }).lean<StoredSubmission>(),
  ofUploads: (ids: readonly string[]): Promise<StoredSubmission[]> => find({ uploadId: anyText(ids) }),
  /** The uploads among these that no submission names. */
  unclaimed: async (ids: readonly string[]): Promise<string[]> => {
    const named = new Set((await find({ uploadId: anyText(ids) })).map(({ uploadId }) => uploadId));
    return ids.filter((id) => !named.has(id));
  },
  /** Newest first: what has the letters of a search, then names that sound like it in another script. */
  list: async ({ search, status, skip, limit }: ListFilter) => {
    const ofStatus = status ? { status } : {};
    const similar = search === null ? null : soundsLike(search, 'folded');
    const { found, total } = await pageByMatch(
      model,
      { ...ofStatus, ...(search === null ? {} : { folded: { $regex: literalPattern(search) } }) },
      similar && { ...ofStatus, ...similar },
      { sort: { createdAt: -1, _id: 1 }, skip, limit },
    );
    return { results: found, total };
  },
  ofAuthor: (userId: UserId): Promise<StoredSubmission[]> => find({ userId: equalText(userId) }),
  /** Withdrawn submissions whose file was not deleted yet. */
  withdrawnWithFile: (): Promise<StoredSubmission[]> =>
    find({ status: 'withdrawn', uploadId: { $type: 'string' } }),
  /** Ids of submissions from before a time. */
  before: async (time: Date): Promise<string[]> =>
    (await model.find({ createdAt: { $lt: time } }, { _id: 1 }).lean<{ _id: string }[]>()).map(
      ({ _id }) => _id,
    ),
});

const submissionChanges = ({ submissions, model }: Documents) => ({
  /** @returns false when its content, number or upload is taken */
  add: (submission: StoredSubmission, messages: OutboxMessages): Promise<boolean> =>
    submissions.create(submission, messages),
  /** Stores the sounds of submissions from before they were stored. */
  addSounds: async (signal: AbortSignal): Promise<void> => {
    for await (const each of model
      .find({ sounds: { $exists: false } })
      .lean<StoredSubmission>()
      .cursor()) {
      if (signal.aborted) return;
      const { _id, version } = each;
      await model.updateOne({ _id, version }, { $set: { sounds: searchFields(each).sounds } });
    }
  },
  /** Links submissions of a proved mailbox to its account. */
  link: async (mailboxKey: string, userId: UserId): Promise<void> => {
    await model.updateMany({ mailboxKey, userId: null }, { $set: { userId } });
  },
  /** Replaces fields of a submission that has still this version. @returns null when it was changed in the meantime */
  change: (
    { _id, version }: Pick<StoredSubmission, '_id' | 'version'>,
    set: Partial<StoredSubmission>,
    messages: OutboxMessages = {},
  ): Promise<StoredSubmission | null> =>
    submissions.change({ _id, version }, { $set: { ...set, version: version + 1 } }, messages),
  /** Records an item of a submission; an older version of the item changes at most since when it is known. */
  recordItem: async (
    id: string,
    { id: itemId, since, ...item }: MadeItem & { id: string },
    messages: OutboxMessages,
  ): Promise<void> => {
    const at = `items.${itemId}`;
    const $min = { [`${at}.since`]: since };
    const isKnown = [
      { [`${at}.version`]: { $gte: item.version } },
      { 'item.id': itemId, 'item.version': { $gte: item.version } },
    ];
    const $set = Object.fromEntries(Object.entries(item).map(([field, value]) => [`${at}.${field}`, value]));
    if (await submissions.change({ _id: id, $nor: isKnown }, { $set, $min }, messages)) return;
    await submissions.change({ _id: id, [`${at}.since`]: { $gt: since } }, { $min }, messages);
  },
  remove: (id: string, messages: OutboxMessages): Promise<StoredSubmission | null> =>
    submissions.remove({ _id: id }, messages),
});

/** Mails to authors about changes of their submissions. */
const submissionNews = ({ model }: Documents) => ({
  /** Submissions whose mail is due; each is leased to one process until `leasedUntil`. */
  takeNews: (now: Date, leasedUntil: Date): Promise<StoredSubmission | null> =>
    model
      .findOneAndUpdate(
        { 'news.due': { $lte: now } },
        { $set: { 'news.due': leasedUntil } },
        { sort: { 'news.due': 1 }, returnDocument: 'after' },
      )
      .lean<StoredSubmission>(),
  /** The mail about this entry was sent; a newer one stays due. */
  newsSent: async (id: string, entry: number): Promise<void> => {
    await model.updateOne({ _id: id, 'news.entry': entry }, { $set: { news: null } });
  },
});

/** What admins wrote. */
const adminEntries = ({ model }: Documents) => ({
  /** With a new version: a change on its way would write the id back. */
  eraseAdmin: async (userId: UserId): Promise<void> => {
    const filters = { arrayFilters: [{ 'own.userId': userId }] };
    await model.updateMany(
      { 'history.userId': userId },
      { $set: { 'history.$[own].userId': null }, $inc: { version: 1 } },
      filters,
    );
    await model.updateMany(
      { 'notes.by': userId },
      { $set: { 'notes.$[own].by': null }, $inc: { version: 1 } },
      { arrayFilters: [{ 'own.by': userId }] },
    );
  },
  /** True when the account wrote notes or moved submissions. */
  isEditor: async (userId: UserId): Promise<boolean> =>
    (await model.exists({ $or: [{ 'history.userId': userId }, { 'notes.by': userId }] })) !== null,
});

export type SubmissionsStore = ReturnType<typeof submissionsStore>;

export const submissionsStore = (store: ServiceStore) => {
  const documents = submissionDocuments(store);
  return {
    ...submissionQueries(documents),
    ...submissionChanges(documents),
    ...submissionNews(documents),
    ...adminEntries(documents),
  };
};
