import mongoose, { type Connection, type Model, Schema } from 'mongoose';
import type { OutboxWriter } from './aggregate.ts';
import { isWritten } from './duplicate-key.ts';
import { type AggregateFields, addOutbox, nextDue, toOutboxRows } from './outbox.ts';
import type { RowDelivery } from './relay/send-rows.ts';

const { EJSON } = mongoose.mongo.BSON;

/** The collection of deletions whose messages are not sent yet. */
export const DELETIONS = 'departures';

type Deletion = { _id: string } & AggregateFields;

/** The schema of a stored deletion: an id and an outbox. */
export const createDeletionSchema = (): Schema<Deletion> => {
  const schema = new Schema<Deletion>({ _id: { type: String, required: true } });
  addOutbox(schema);
  return schema;
};

/** Delivers `remove` rows: deletes the document, unless it changed since. */
export const createRowRemoval =
  (connection: Connection): RowDelivery['remove'] =>
  async ({ body }) => {
    // the outbox row of a deletion has the filter as its aggregate wrote it
    const filter = EJSON.parse(body.filter) as { _id: string };
    const target = connection.collection<{ _id: string }>(body.collection);
    await target.deleteOne(filter);
    const remaining = await target.findOne({ _id: filter._id }, { projection: { _id: 1 } });
    return remaining ? 'superseded' : 'deleted';
  };

type DeletionDeps = {
  readonly connection: Connection;
  readonly deletions: Model<Deletion>;
  readonly sendSoon: OutboxWriter['sendSoon'];
};

/** A deleted document has no outbox: a document in `departures` stores the deletion and its messages first. */
export const createDeleteWithEvents =
  ({ connection, deletions, sendSoon }: DeletionDeps): OutboxWriter['deleteWithEvents'] =>
  async (collection, filter, messages) => {
    const rows = toOutboxRows(messages);
    const [first] = rows;
    if (!first) return null;
    const target = connection.model(collection);
    const found = await target.findOne(filter).lean().exec();
    if (!found) return null;
    const body = { collection, filter: EJSON.stringify(filter) };
    const removal = { id: `${first.id}-remove`, write: first.write, kind: 'remove' as const, body };
    const outbox = [removal, ...rows];
    const id = messages.events?.[0]?.id ?? first.id;
    const isNew = await isWritten(deletions.create([{ _id: id, outbox, outboxDue: nextDue() }]));
    // an event with a derived id: its deletion was stored before, and the relay completes it
    if (!isNew) return null;
    const deleted = await target.findOneAndDelete(filter).lean().exec();
    if (deleted) {
      // the deletion is done: without this, a retry would delete a new document of the same id
      await deletions.updateOne({ _id: id }, { $pull: { outbox: { id: removal.id } } });
      sendSoon(DELETIONS, id, rows);
    } else await deletions.deleteOne({ _id: id });
    return deleted;
  };
