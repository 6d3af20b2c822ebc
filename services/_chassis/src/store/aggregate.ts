import type { Model, mongo, QueryFilter, UpdateQuery, UpdateWithAggregationPipeline } from 'mongoose';
import {
  type AggregateFields,
  APPLIED_MAX,
  nextDue,
  type OutboxRow,
  type RawDocument,
  rawCollection,
  rowsOf,
  type Said,
} from './outbox.ts';

export type Change = Said & {
  /** The id of the event that asks for this change: a document changes only once for each. */
  readonly applied?: string;
  readonly upsert?: boolean;
};

/**
 * One kind of document of one service. A change and everything it says are one atomic write; the relay sends what was
 * said, at least once, in the order of the writes of one document.
 */
export type Aggregate<T> = {
  /** For reads. The fields of the chassis are hidden unless selected by name. */
  readonly model: Model<T & AggregateFields>;
  /** False when a unique key already holds; nothing is written and nothing is said then. */
  readonly create: (document: T & { readonly _id: string }, said?: Said) => Promise<boolean>;
  /**
   * One atomic findOneAndUpdate. The document after the change, or null when the filter matched nothing, the event was
   * applied before, or the change would break a unique key.
   */
  readonly change: (
    filter: QueryFilter<T>,
    update: UpdateQuery<T> | UpdateWithAggregationPipeline,
    change?: Change,
  ) => Promise<T | null>;
  /** The document that is gone now, or null when the filter matched nothing; then nothing is said. */
  readonly remove: (filter: QueryFilter<T>, said?: Said) => Promise<T | null>;
};

/** Where an aggregate hands what was just written, so that it leaves at once and not at the next poll. */
export type Outlet = {
  readonly sendSoon: (collection: string, id: string, rows: readonly OutboxRow[]) => void;
  /** Deletes a document and says something about it, surviving a stop in between. */
  readonly depart: (collection: string, filter: Record<string, unknown>, said: Said) => Promise<unknown>;
};

const isDuplicateKey = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 11_000;

type Parts = Record<string, Record<string, unknown> | undefined>;

/** A field without a value is not written; the driver would write null. */
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

const isNothing = (update: Parts | unknown[]): boolean => Object.keys(update).length === 0;

/** What the chassis keeps in a document is not for those who change it. */
const shown = { projection: { outbox: 0, outboxDue: 0, outboxTries: 0, applied: 0 } };

/**
 * Writes go past mongoose (decision 0028): making a document of each, casting and checking it again cost as much as the
 * write itself, for values whose types the compiler knows. Its defaults are given to what is new.
 */
export const createAggregate = <T>(model: Model<T & AggregateFields>, outlet: Outlet): Aggregate<T> => {
  const { name } = model.collection;
  const raw = rawCollection(model.db, name);

  const create: Aggregate<T>['create'] = async (document, said = {}) => {
    const rows = rowsOf(said);
    try {
      const whole = { ...document, ...(rows.length > 0 ? { outbox: rows, outboxDue: nextDue() } : {}) };
      // mongoose types what it gives its defaults to as `any` object
      await raw.insertOne(model.applyDefaults(whole) as RawDocument, { ignoreUndefined: true });
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
    outlet.sendSoon(name, document._id, rows);
    return true;
  };

  const change: Aggregate<T>['change'] = async (
    filter,
    update,
    { applied, upsert = false, ...said } = {},
  ) => {
    const rows = rowsOf(said);
    const once = applied ? { 'applied.id': { $ne: applied } } : {};
    // the native collection knows only the chassis's own fields: filter, update and answer are T's by `change`
    const asked = { ...filter, ...once } as mongo.Filter<RawDocument>;
    const parts = withRows(update as Record<string, unknown>, rows, applied);
    const write = async () => {
      // MongoDB takes no update without operators
      const after = isNothing(parts)
        ? await raw.findOne(asked, shown)
        : await raw.findOneAndUpdate(asked, parts as mongo.UpdateFilter<RawDocument>, {
            ...shown,
            upsert,
            returnDocument: 'after',
          });
      return after as (T & { _id: string }) | null;
    };
    // two upserts of one key: the loser tries once more, now as a change; a second refusal is the filter's own word
    const after = await write().catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      return upsert
        ? write().catch((again: unknown) => {
            if (!isDuplicateKey(again)) throw again;
            return null;
          })
        : null;
    });
    if (after) outlet.sendSoon(name, String(after._id), rows);
    return after;
  };

  const remove: Aggregate<T>['remove'] = async (filter, said) => {
    const says = said && rowsOf(said).length > 0;
    if (!says) return (await model.findOneAndDelete(filter).lean().exec()) as T | null;
    const found = await model.exists(filter);
    if (!found) return null;
    return (await outlet.depart(name, { ...filter, _id: found._id }, said)) as T | null;
  };

  return { model, create, change, remove };
};
