import type { Model, mongo, QueryFilter, UpdateQuery, UpdateWithAggregationPipeline } from 'mongoose';
import { batchWrites } from './batch.ts';
import { isDuplicateKey, isWritten } from './duplicate-key.ts';
import {
  type AggregateFields,
  APPLIED_MAX,
  nextDue,
  type OutboxMessages,
  type OutboxRow,
  type RawDocument,
  rawCollection,
  toOutboxRows,
} from './outbox.ts';

export type Change = OutboxMessages & {
  /** The id of the event that causes this change: each event changes a document only once. */
  readonly applied?: string;
  readonly upsert?: boolean;
};

/**
 * One type of document of a service. A change and its outbox messages are one atomic write. The relay delivers the
 * messages at least once, for one document in the order of its writes.
 */
export type Aggregate<T> = {
  /** For reads. The fields of the chassis are excluded unless selected by name. */
  readonly model: Model<T & AggregateFields>;
  /** False when a unique key exists already; nothing is written then. */
  readonly create: (document: T & { readonly _id: string }, messages?: OutboxMessages) => Promise<boolean>;
  /** As `create`, batched with concurrent calls: for idempotent callers, because a failed batch may have written some. */
  readonly createBatched: Aggregate<T>['create'];
  /**
   * One atomic findOneAndUpdate. @returns the document after the change; null when the filter matched nothing, the event
   * was applied before, or the change would violate a unique key
   */
  readonly change: (
    filter: QueryFilter<T>,
    update: UpdateQuery<T> | UpdateWithAggregationPipeline,
    change?: Change,
  ) => Promise<T | null>;
  /** @returns the deleted document; null when the filter matched nothing, without messages then */
  readonly remove: (filter: QueryFilter<T>, messages?: OutboxMessages) => Promise<T | null>;
};

/** Delivers new outbox rows immediately instead of at the next sweep. */
export type OutboxWriter = {
  readonly sendSoon: (collection: string, id: string, rows: readonly OutboxRow[]) => void;
  /**
   * Deletes a document and delivers its messages, also after a crash in between. With an event id derived from the document,
   * a repetition after that crash publishes nothing more.
   */
  readonly deleteWithEvents: (
    collection: string,
    filter: Record<string, unknown>,
    messages: OutboxMessages,
  ) => Promise<unknown>;
};

type Parts = Record<string, Record<string, unknown> | undefined>;

/** Removes undefined fields, which the driver would write as null. */
const withValues = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Adds outbox rows and the applied event to an update of operators, or to one of pipeline stages. */
const withRows = (
  update: Readonly<Record<string, unknown>> | readonly unknown[],
  rows: readonly OutboxRow[],
  applied: string | undefined,
): Parts | unknown[] => {
  const mark = applied ? [{ id: applied, at: nextDue(0) }] : [];
  if (Array.isArray(update)) {
    const append = (field: string, items: readonly unknown[]) => ({
      [field]: { $concatArrays: [{ $ifNull: [`$${field}`, []] }, { $literal: items }] },
    });
    const stage = {
      ...(rows.length > 0 ? { ...append('outbox', rows), outboxDue: nextDue() } : {}),
      ...(mark.length > 0 ? append('applied', mark) : {}),
    };
    return Object.keys(stage).length > 0 ? [...update, { $set: stage }] : [...update];
  }
  const parts: Parts = {};
  for (const [name, value] of Object.entries(update)) {
    if (name.startsWith('$')) parts[name] = { ...parts[name], ...withValues(value as object) };
    else parts.$set = { ...parts.$set, ...withValues({ [name]: value }) };
  }
  if (rows.length > 0) {
    parts.$push = { ...parts.$push, outbox: { $each: rows } };
    parts.$set = { ...parts.$set, outboxDue: nextDue() };
  }
  if (mark.length > 0) parts.$push = { ...parts.$push, applied: { $each: mark, $slice: -APPLIED_MAX } };
  return parts;
};

const isEmptyUpdate = (update: Parts | unknown[]): boolean => Object.keys(update).length === 0;

/** `change` does not return the fields of the chassis. */
const WITHOUT_CHASSIS_FIELDS = { projection: { outbox: 0, outboxDue: 0, outboxTries: 0, applied: 0 } };

/**
 * Creates the aggregate of a model. Writes bypass mongoose (decision 0028), whose casting and validation cost as much as
 * the write, for values whose types the compiler has checked. New documents get the defaults of the schema.
 */
export const createAggregate = <T>(model: Model<T & AggregateFields>, outbox: OutboxWriter): Aggregate<T> => {
  const { name } = model.collection;
  const raw = rawCollection(model.db, name);

  const createWith =
    (insert: (document: RawDocument) => Promise<unknown>): Aggregate<T>['create'] =>
    async (document, messages = {}) => {
      const rows = toOutboxRows(messages);
      const whole = { ...document, ...(rows.length > 0 ? { outbox: rows, outboxDue: nextDue() } : {}) };
      // mongoose types the result of `applyDefaults` as any object
      if (!(await isWritten(insert(model.applyDefaults(whole) as RawDocument)))) return false;
      outbox.sendSoon(name, document._id, rows);
      return true;
    };
  const create = createWith((document) => raw.insertOne(document, { ignoreUndefined: true }));
  const write = batchWrites(raw);
  const createBatched = createWith((document) => write({ insertOne: { document } }));

  const change: Aggregate<T>['change'] = async (
    filter,
    update,
    { applied, upsert = false, ...messages } = {},
  ) => {
    const rows = toOutboxRows(messages);
    const once = applied ? { 'applied.id': { $ne: applied } } : {};
    // the native collection is typed with the fields of the chassis; `change` has checked filter and update against T
    const guarded = { ...filter, ...once } as mongo.Filter<RawDocument>;
    const parts = withRows(update as Record<string, unknown>, rows, applied);
    const write = async () => {
      // MongoDB rejects an update without operators
      const after = isEmptyUpdate(parts)
        ? await raw.findOne(guarded, WITHOUT_CHASSIS_FIELDS)
        : await raw.findOneAndUpdate(guarded, parts as mongo.UpdateFilter<RawDocument>, {
            ...WITHOUT_CHASSIS_FIELDS,
            upsert,
            returnDocument: 'after',
            // an optional field of an event that is undefined must not become null in the outbox
            ignoreUndefined: true,
          });
      return after as (T & { _id: string }) | null;
    };
    // after a lost race of two upserts the retry finds the document; a second duplicate means that the filter excludes it
    const after = await write().catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      return upsert
        ? write().catch((again: unknown) => {
            if (!isDuplicateKey(again)) throw again;
            return null;
          })
        : null;
    });
    if (after) outbox.sendSoon(name, String(after._id), rows);
    return after;
  };

  const remove: Aggregate<T>['remove'] = async (filter, messages) => {
    const hasMessages = messages && toOutboxRows(messages).length > 0;
    if (!hasMessages) return (await model.findOneAndDelete(filter).lean().exec()) as T | null;
    const found = await model.exists(filter);
    if (!found) return null;
    return (await outbox.deleteWithEvents(name, { ...filter, _id: found._id }, messages)) as T | null;
  };

  return { model, create, createBatched, change, remove };
};
