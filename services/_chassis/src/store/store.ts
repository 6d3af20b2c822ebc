import { setTimeout as sleep } from 'node:timers/promises';
import mongoose, { type Connection, type Model, Schema } from 'mongoose';
import { backOff } from '../clock.ts';
import { isStoreAway } from '../http/refusal.ts';
import type { Logger } from '../log.ts';
import { ConfigurationError } from '../production.ts';
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
  /** True in production: the embedded store knows no users and no replicas. */
  readonly refusesEmbedded?: boolean;
};

/** Services describe their documents with this and never import mongoose themselves. */
export { Schema };

const { EJSON } = mongoose.mongo.BSON;

/**
 * Time limits towards the store, in ms. The gateway waits ten seconds for an answer: a request has failed before that,
 * whichever of them ends it. A store that is silent on all connections is found by the monitor (heartbeat + connect,
 * 5 s), which fails everything under way; then each query waits only for the selection of a server. `socket` ends a
 * query whose one connection was lost; an index build that takes longer is asked for again and waited for.
 */
const LIMITS = {
  heartbeat: 2_000,
  connect: 3_000,
  selection: 3_000,
  waitForConnection: 5_000,
  socket: 8_000,
};

/** How often a store that is away is tried again. */
const FIRST_PAUSE_MS = 200;
const LAST_PAUSE_MS = 5_000;

type Departure = { _id: string } & AggregateFields;

export const openStore = (options: OpenStoreOptions) => {
  const { log, service } = options;
  const connection: Connection = mongoose.createConnection();
  // a query before the first connection fails at once; kept back, it would fail ten seconds later where nothing waits
  connection.set('bufferCommands', false);
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

  const kit: StoreKit = {
    aggregate: <T>(name: string, schema: Schema<T>) => {
      const own = schema.clone();
      addOutbox(own);
      const model = define(name, own);
      withOutbox.push({ name, ephemeral: false });
      return createAggregate<T>(model, { sendSoon: relay.sendSoon, depart });
    },
    collection: (name, schema) => define(name, schema.clone() as typeof schema),
    worker: worker.on,
  };

  const refuseEmbedded = async (): Promise<void> => {
    if (!options.refusesEmbedded) return;
    const build = await connection.db?.admin().buildInfo();
    if (build?.gitVersion !== 'embedded') return;
    await connection.close();
    throw new ConfigurationError(
      ['MONGODB_URI leads to the embedded store, which is for development'],
      'Refused in production',
    );
  };

  const repeat = async (
    step: () => Promise<void>,
    signal: AbortSignal,
    isPassing: (error: unknown) => boolean,
  ): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await step();
      } catch (err) {
        if (signal.aborted || !isPassing(err)) throw err;
        log.warn({ err }, 'store unavailable, trying again');
        await sleep(backOff(tries, FIRST_PAUSE_MS, LAST_PAUSE_MS), undefined, { signal });
      }
    }
  };

  const open = async (): Promise<void> => {
    await connection.openUri(options.uri, {
      dbName: options.database,
      maxPoolSize: 32,
      bufferCommands: false,
      heartbeatFrequencyMS: LIMITS.heartbeat,
      connectTimeoutMS: LIMITS.connect,
      serverSelectionTimeoutMS: LIMITS.selection,
      waitQueueTimeoutMS: LIMITS.waitForConnection,
      socketTimeoutMS: LIMITS.socket,
      autoIndex: false,
      autoCreate: false,
    });
    await refuseEmbedded();
    for (const index of indexers) await index();
  };

  return {
    kit,
    relay,
    worker,
    connection,
    /** Tries until the store answers, then builds every index. @throws when `signal` aborts or this store is not allowed */
    connect: (signal: AbortSignal): Promise<void> =>
      repeat(open, signal, (error) => !(error instanceof ConfigurationError)),
    /** Runs a step that may be repeated, again while the store is away. @throws what else it throws, or when `signal` aborts */
    whenAvailable: (step: () => Promise<void>, signal: AbortSignal): Promise<void> =>
      repeat(step, signal, isStoreAway),
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
