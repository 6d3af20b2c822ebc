import mongoose, { type Connection, type Model, Schema } from 'mongoose';
import { backOff } from '../clock.ts';
import type { Logger } from '../log.ts';
import { type Aggregate, createAggregate } from './aggregate.ts';
import { type AggregateFields, addOutbox, nextDue, rowsOf, type Said } from './outbox.ts';
import { createRelay, type Relay } from './relay/relay.ts';
import type { RelayWays } from './relay/send-rows.ts';
import { createWorker, type WorkHandler, workSchema } from './worker.ts';

/** How a service keeps documents. */
export type StoreKit = {
  /** Documents that say things: see `Aggregate`. */
  readonly aggregate: <T>(name: string, schema: Schema<T>) => Aggregate<T>;
  /** Plain documents without an outbox: projections and other things that can be built again. */
  readonly collection: <T>(name: string, schema: Schema<T>) => Model<T>;
  /** Does the `work` rows of one kind: at least once with their key, with back-off, for ever. */
  readonly worker: (kind: string, handle: WorkHandler) => void;
};

export type OpenStoreOptions = {
  readonly uri: string;
  readonly database: string;
  readonly service: string;
  readonly log: Logger;
  readonly publish: RelayWays['publish'];
  readonly say: (said: NonNullable<Said['live']>[number]) => Promise<void>;
  readonly busUp: () => boolean;
};

/** Services describe their documents with this and never import mongoose themselves. */
export { Schema };

const { EJSON } = mongoose.mongo.BSON;

type Departure = { _id: string } & AggregateFields;

export const openStore = (options: OpenStoreOptions) => {
  const { log, service } = options;
  const connection: Connection = mongoose.createConnection();
  connection.on('error', (err) => log.warn({ err }, 'store connection failed'));
  const indexers: (() => Promise<unknown>)[] = [];
  const withOutbox: { name: string; ephemeral: boolean }[] = [];

  const define = <T>(name: string, schema: Schema<T>): Model<T> => {
    schema.set('autoIndex', false);
    schema.set('autoCreate', false);
    const model = connection.model<T>(name, schema, name);
    indexers.push(() => model.createIndexes());
    return model;
  };

  const worker = createWorker(define('outside_work', workSchema.clone()), log);

  const remove: RelayWays['remove'] = async ({ body }) => {
    const filter = EJSON.parse(body.filter) as { _id: string };
    const target = connection.collection<{ _id: string }>(body.collection);
    await target.deleteOne(filter);
    // still there but changed meanwhile: the wish was overtaken, nothing is said
    return (await target.findOne({ _id: filter._id }, { projection: { _id: 1 } })) ? 'never mind' : 'go on';
  };

  const relay: Relay = createRelay({
    service,
    connection,
    collections: () => withOutbox,
    log,
    busUp: options.busUp,
    ways: {
      publish: options.publish,
      say: ({ body }) => options.say(body),
      keepWork: ({ body }) => worker.add(body),
      remove,
    },
  });

  const departuresSchema = new Schema<Departure>({ _id: { type: String, required: true } });
  addOutbox(departuresSchema);
  const departures = define('departures', departuresSchema);
  withOutbox.push({ name: 'departures', ephemeral: true });

  /** A document can not carry the news of its own end: the wish to delete it is kept first, and carries them. */
  const depart = async (
    collection: string,
    filter: Record<string, unknown>,
    said: Said,
  ): Promise<unknown> => {
    const rows = rowsOf(said);
    const [first] = rows;
    if (!first) return null;
    const target = connection.model(collection);
    const found = await target.findOne(filter).lean().exec();
    if (!found) return null;
    const body = { collection, filter: EJSON.stringify(filter) };
    const wish = { id: `${first.id}-remove`, write: first.write, kind: 'remove' as const, body };
    const outbox = [wish, ...rows];
    await departures.create([{ _id: first.id, outbox, outboxDue: nextDue() }]);
    const gone = await target.findOneAndDelete(filter).lean().exec();
    if (gone) {
      // the wish is fulfilled: should the same id come back, nobody may take it away again
      await departures.updateOne({ _id: first.id }, { $pull: { outbox: { id: wish.id } } });
      relay.sendSoon('departures', first.id, rows);
    } else await departures.deleteOne({ _id: first.id });
    return gone;
  };

  const sendUnsafely = async (said: Said): Promise<void> => {
    for (const event of said.events ?? []) await options.publish(event);
    for (const live of said.live ?? []) await options.say(live);
    for (const work of said.work ?? []) await worker.add(work);
  };

  const kit: StoreKit = {
    aggregate: <T>(name: string, schema: Schema<T>) => {
      const own = schema.clone();
      addOutbox(own);
      const model = define(name, own);
      withOutbox.push({ name, ephemeral: false });
      return createAggregate<T>(model, { sendSoon: relay.sendSoon, sendUnsafely, depart });
    },
    collection: (name, schema) => define(name, schema.clone() as typeof schema),
    worker: worker.on,
  };

  /** Tries until the store answers, then builds every index. @throws only when `signal` ends the waiting */
  const connect = async (signal: AbortSignal): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      try {
        await connection.openUri(options.uri, {
          dbName: options.database,
          maxPoolSize: 32,
          serverSelectionTimeoutMS: 5_000,
          autoIndex: false,
          autoCreate: false,
        });
        for (const index of indexers) await index();
        return;
      } catch (err) {
        if (signal.aborted) throw err;
        log.warn({ err }, 'store is not there yet');
        await new Promise((resolve) => setTimeout(resolve, backOff(tries, 200, 5_000)));
        signal.throwIfAborted();
      }
    }
  };

  return {
    kit,
    relay,
    worker,
    connection,
    connect,
    /** True when the store answers within `ms`. */
    answers: async (ms = 1_000): Promise<boolean> => {
      if (connection.readyState !== 1 || !connection.db) return false;
      const ping = connection.db
        .admin()
        .ping()
        .then(() => true);
      const late = new Promise<false>((resolve) => setTimeout(resolve, ms, false).unref());
      return Promise.race([ping, late]).catch(() => false);
    },
    close: () => connection.close(),
  };
};
export type Store = ReturnType<typeof openStore>;
