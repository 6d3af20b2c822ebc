import { type Aggregate, dateIn, type OutboxMessages, type ServiceStore, type Work } from '@satrangi/chassis';
import { Schema } from 'mongoose';
import {
  BATCHES_KEPT_MS,
  type Batch,
  type BatchCounts,
  batchId,
  countsOf,
  leaseFrom,
  sumOf,
} from './sends.rules.ts';

const schema = new Schema<Batch>(
  {
    _id: { type: String, required: true },
    sendId: { type: String, required: true },
    number: { type: Number, required: true },
    people: { type: Schema.Types.Mixed, required: true },
    state: { type: String, required: true },
    owner: { type: String, default: null },
    leaseUntil: { type: Date, default: null },
    retryAt: { type: Date, default: null },
    queuedRun: { type: Number, default: 0 },
    reopenedRun: { type: Number, default: 0 },
    counts: { type: Schema.Types.Mixed, default: undefined },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
)
  .index({ sendId: 1, number: 1 })
  .index({ retryAt: 1 }, { partialFilterExpression: { retryAt: { $type: 'date' } } })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const PAGE = 50;

export type BatchesStore = ReturnType<typeof batchesStore>;

/** What a write stores: with `people` their counts. */
const counted = (edit: Partial<Batch>): Partial<Batch> =>
  edit.people ? { ...edit, counts: countsOf(edit.people) } : edit;

/** Adds batches and carries them from open to closed, as their owner. */
const writes = (batches: Aggregate<Batch>) => ({
  /** Adds a batch of readers; one that another handler has added stays. @returns the stored one */
  add: async (sendId: string, number: number, ids: readonly string[], now: Date): Promise<Batch> => {
    const _id = batchId(sendId, number);
    const people: Batch['people'] = ids.map((s) => ({ s, st: 'waiting', tries: 0 }));
    const batch: Batch = {
      _id,
      sendId,
      number,
      people,
      counts: countsOf(people),
      state: 'open',
      owner: null,
      leaseUntil: null,
      retryAt: null,
      queuedRun: 0,
      reopenedRun: 0,
      expiresAt: new Date(now.getTime() + BATCHES_KEPT_MS),
    };
    if (await batches.create(batch)) return batch;
    const stored = await batches.model.findById(_id).lean<Batch>();
    if (!stored) throw new Error(`batch ${_id} is missing`);
    return stored;
  },
  /** Stores the work of a batch, which is then handled once per key. */
  queue: async (_id: string, run: number, work: Work): Promise<void> => {
    await batches.change({ _id }, { $set: { queuedRun: run } }, { work: [work] });
  },
  /** Stores the work of a batch whose time has come. */
  queueRetry: async ({ _id, retryAt }: Batch, work: Work): Promise<void> => {
    await batches.change({ _id, retryAt }, { $set: { retryAt: null } }, { work: [work] });
  },
  /** Ends the waiting of a batch whose send does not run: a resumed send handles all open batches. */
  clearRetry: async ({ _id, retryAt }: Pick<Batch, '_id' | 'retryAt'>): Promise<void> => {
    await batches.change({ _id, retryAt }, { $set: { retryAt: null } });
  },
  /** @returns the batch, now of this owner; null when another one's lease has not ended, or it is closed */
  claim: (_id: string, owner: string, now: Date): Promise<Batch | null> =>
    batches.change(
      { _id, state: 'open', $or: [{ leaseUntil: null }, { leaseUntil: { $lte: now } }] },
      { $set: { owner, leaseUntil: leaseFrom(now) } },
    ),
  /** Writes as the owner. @returns false when another handler has taken over */
  write: async (
    { _id, owner }: Pick<Batch, '_id' | 'owner'>,
    edit: Partial<Batch>,
    messages: OutboxMessages = {},
  ): Promise<boolean> => (await batches.change({ _id, owner }, { $set: counted(edit) }, messages)) !== null,
  /** Opens a closed batch again, once per run. */
  reopen: async (batch: Batch, people: Batch['people'], run: number): Promise<void> => {
    await batches.change(
      { _id: batch._id, state: 'closed', reopenedRun: { $lt: run } },
      { $set: counted({ people, state: 'open', reopenedRun: run }) },
    );
  },
});

/** Finds batches that are left to handle, and their counts. */
const reads = ({ model }: Aggregate<Batch>) => ({
  last: (sendId: string): Promise<Batch | null> =>
    model.findOne({ sendId }).sort({ number: -1 }).lean<Batch>(),
  /** The first open batch after a number. */
  nextOpen: (sendId: string, after: number): Promise<Pick<Batch, '_id' | 'number'> | null> =>
    model
      .findOne({ sendId, state: 'open', number: { $gt: after } }, { number: 1 })
      .sort({ number: 1 })
      .lean<Pick<Batch, '_id' | 'number'>>(),
  isOpen: async (_id: string): Promise<boolean> => (await model.exists({ _id, state: 'open' })) !== null,
  /** All batches of a send, some at a time. */
  each: async function* (sendId: string): AsyncGenerator<Batch> {
    for (let after = -1; ; ) {
      const page = await model
        .find({ sendId, number: { $gt: after } })
        .sort({ number: 1 })
        .limit(PAGE)
        .lean<Batch[]>();
      yield* page;
      const last = page.at(-1);
      if (!last) return;
      after = last.number;
    }
  },
  dueRetries: (now: Date): Promise<Batch[]> =>
    model
      .find({ retryAt: dateIn({ $lte: now }) })
      .sort({ retryAt: 1 })
      .limit(PAGE)
      .lean<Batch[]>(),
  counts: async (sendId: string): Promise<BatchCounts> => {
    const known = await model
      .find({ sendId, counts: { $exists: true } }, { counts: 1, _id: 0 })
      .lean<{ counts: BatchCounts }[]>();
    const parts = known.map(({ counts }) => counts);
    const earlier = model.find({ sendId, counts: { $exists: false } }, { 'people.st': 1 }).lean<Batch>();
    for await (const { people } of earlier.cursor({ batchSize: PAGE })) parts.push(countsOf(people));
    return sumOf(parts);
  },
});

export const batchesStore = (store: ServiceStore) => {
  const batches = store.aggregate<Batch>('letter_batches', schema);
  return { ...writes(batches), ...reads(batches) };
};
