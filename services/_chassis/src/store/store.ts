import { setTimeout as sleep } from 'node:timers/promises';
import mongoose, { type Connection, type Model, Schema } from 'mongoose';
import type { Logger } from '../base/log.ts';
import { ConfigurationError, storeProblems } from '../base/production.ts';
import { backOff } from '../base/retry-delay.ts';
import { isStoreUnavailable } from '../base/store-unavailable.ts';
import { noteChange } from '../base/written-changes.ts';
import { type Aggregate, createAggregate } from './aggregate.ts';
import { isDuplicateKey } from './duplicate-key.ts';
import { failClosedWrites } from './fail-closed-writes.ts';
import { createLeases, type Leases, leaseSchema } from './leases.ts';
import {
  type AggregateFields,
  addOutbox,
  changeOfRow,
  type LiveNotification,
  nextDue,
  type OutboxMessages,
  toOutboxRows,
} from './outbox.ts';
import { createRelay, type Relay } from './relay/relay.ts';
import type { RowDelivery } from './relay/send-rows.ts';
import { createWorker, WORK_LEASE_MS, type WorkHandler, workSchema } from './worker.ts';

/** The store as a service uses it. */
export type ServiceStore = {
  /** Documents with an outbox: see `Aggregate`. */
  readonly aggregate: <T>(name: string, schema: Schema<T>) => Aggregate<T>;
  /** Documents without an outbox: projections and other data that can be rebuilt. */
  readonly collection: <T>(name: string, schema: Schema<T>) => Model<T>;
  /** Handles the `work` rows of one kind: at least once for each key, with unlimited retries and back-off. */
  readonly worker: (kind: string, handle: WorkHandler) => void;
  /** Calls with one name run one after the other, on all replicas. */
  readonly runExclusively: Leases['runExclusively'];
};

export type OpenStoreOptions = {
  readonly uri: string;
  readonly database: string;
  readonly service: string;
  readonly log: Logger;
  readonly publish: RowDelivery['publish'];
  readonly notify: (notification: LiveNotification, change: string) => Promise<void>;
  readonly busUp: () => boolean;
  /** True in production: the embedded store has no authentication, and a standalone server no second copy. */
  readonly refusesUnsafe?: boolean;
  /** Shortens the leases of work in tests. */
  readonly intervalFactor?: number;
};

/** Services define their documents with it and do not import mongoose. */
export { Schema };

const { EJSON } = mongoose.mongo.BSON;
failClosedWrites();

/**
 * Time limits for the store, in ms, below the ten seconds that the gateway waits for a response. The driver's monitor
 * detects a store that does not respond (heartbeat + connect, 5 s) and fails all queries in progress; later queries wait
 * only for the selection of a server. `socket` ends a query on a lost connection; an index build that takes longer is
 * requested again.
 */
const LIMITS = {
  heartbeat: 2_000,
  connect: 3_000,
  selection: 3_000,
  waitForConnection: 5_000,
  socket: 8_000,
};

/** What was acknowledged survives the loss of one machine, and what was read was not rolled back. */
const DURABLE = {
  writeConcern: { w: 'majority', journal: true },
  readConcern: { level: 'majority' },
} as const;

/** Back-off while the store is unavailable. */
const FIRST_PAUSE_MS = 200;
const LAST_PAUSE_MS = 5_000;

type Deletion = { _id: string } & AggregateFields;

export const openStore = (options: OpenStoreOptions) => {
  const { log, service } = options;
  const connection: Connection = mongoose.createConnection();
  // a query before the first connection must fail immediately: buffered, it would fail after ten seconds
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

  const leaseMs = WORK_LEASE_MS * (options.intervalFactor ?? 1);
  const worker = createWorker(define('outside_work', workSchema.clone()), log, leaseMs);
  const leases = createLeases(define('leases', leaseSchema.clone()), log, options.intervalFactor);

  const remove: RowDelivery['remove'] = async ({ body }) => {
    const filter = EJSON.parse(body.filter) as { _id: string };
    const target = connection.collection<{ _id: string }>(body.collection);
    await target.deleteOne(filter);
    const remaining = await target.findOne({ _id: filter._id }, { projection: { _id: 1 } });
    return remaining ? 'superseded' : 'deleted';
  };

  const relay: Relay = createRelay({
    service,
    connection,
    collections: () => withOutbox,
    log,
    busUp: options.busUp,
    delivery: {
      publish: options.publish,
      notify: (row) => options.notify(row.body, changeOfRow(row)),
      enqueueWork: ({ body }) => worker.add(body),
      remove,
    },
  });

  /** Of a write that is stored: the writer is answered with the changes that everyone may read. */
  const sendSoon: Relay['sendSoon'] = (name, id, rows) => {
    for (const row of rows)
      if (row.kind === 'live' && row.body.audience.to === 'everyone') noteChange(changeOfRow(row));
    relay.sendSoon(name, id, rows);
  };

  const deletionsSchema = new Schema<Deletion>({ _id: { type: String, required: true } });
  addOutbox(deletionsSchema);
  const deletions = define('departures', deletionsSchema);
  withOutbox.push({ name: 'departures', ephemeral: true });

  /** A deleted document has no outbox: a document in `departures` stores the deletion and its messages first. */
  const deleteWithEvents = async (
    collection: string,
    filter: Record<string, unknown>,
    messages: OutboxMessages,
  ): Promise<unknown> => {
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
    const isNew = await deletions.create([{ _id: id, outbox, outboxDue: nextDue() }]).then(
      () => true,
      (error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
        return false;
      },
    );
    // an event with a derived id: its deletion was stored before, and the relay completes it
    if (!isNew) return null;
    const deleted = await target.findOneAndDelete(filter).lean().exec();
    if (deleted) {
      // the deletion is done: without this, a retry would delete a new document of the same id
      await deletions.updateOne({ _id: id }, { $pull: { outbox: { id: removal.id } } });
      sendSoon('departures', id, rows);
    } else await deletions.deleteOne({ _id: id });
    return deleted;
  };

  const serviceStore: ServiceStore = {
    aggregate: <T>(name: string, schema: Schema<T>) => {
      const own = schema.clone();
      addOutbox(own);
      const model = define(name, own);
      withOutbox.push({ name, ephemeral: false });
      return createAggregate<T>(model, { sendSoon, deleteWithEvents });
    },
    collection: (name, schema) => define(name, schema.clone() as typeof schema),
    worker: worker.on,
    runExclusively: leases.runExclusively,
  };

  const refuseUnsafeStore = async (): Promise<void> => {
    const admin = connection.db?.admin();
    if (!options.refusesUnsafe || !admin) return;
    const { gitVersion } = await admin.buildInfo();
    const { setName, msg } = await admin.command({ hello: 1 });
    const problems = storeProblems({ gitVersion, setName, msg });
    if (problems.length === 0) return;
    await connection.close();
    throw new ConfigurationError(problems, 'Refused in production');
  };

  const repeat = async (
    step: () => Promise<void>,
    signal: AbortSignal,
    isTemporary: (error: unknown) => boolean,
  ): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await step();
      } catch (err) {
        if (signal.aborted || !isTemporary(err)) throw err;
        log.warn({ err }, 'store operation postponed: store unavailable');
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
      ...DURABLE,
    });
    await refuseUnsafeStore();
    for (const index of indexers) await index();
  };

  return {
    serviceStore,
    relay,
    worker,
    leases,
    connection,
    /** Connects, with retries, and builds all indexes. @throws when `signal` aborts or the store is refused */
    connect: (signal: AbortSignal): Promise<void> =>
      repeat(open, signal, (error) => !(error instanceof ConfigurationError)),
    /** Runs an idempotent step, again while the store is unavailable. @throws its other errors, or when `signal` aborts */
    whenAvailable: (step: () => Promise<void>, signal: AbortSignal): Promise<void> =>
      repeat(step, signal, isStoreUnavailable),
    /** True when the store responds within `ms`. */
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
