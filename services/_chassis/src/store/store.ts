import mongoose, { type Connection, type Model, Schema } from 'mongoose';
import type { Logger } from '../base/log.ts';
import { ConfigurationError } from '../base/production.ts';
import { isStoreUnavailable } from '../base/store-unavailable.ts';
import { noteChange } from '../base/written-changes.ts';
import { type Aggregate, createAggregate } from './aggregate.ts';
import { createDeleteWithEvents, createDeletionSchema, createRowRemoval, DELETIONS } from './deletions.ts';
import { failClosedWrites } from './fail-closed-writes.ts';
import { createLeases, type Leases, leaseSchema } from './leases.ts';
import { addOutbox, changeOfRow, type LiveNotification } from './outbox.ts';
import { createRelay, type Relay } from './relay/relay.ts';
import type { RowDelivery } from './relay/send-rows.ts';
import { type ConnectOptions, createRepeat, openConnection, respondsWithin } from './store-connection.ts';
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

export type OpenStoreOptions = ConnectOptions & {
  readonly service: string;
  readonly log: Logger;
  readonly publish: RowDelivery['publish'];
  readonly notify: (notification: LiveNotification, change: string) => Promise<void>;
  readonly busUp: () => boolean;
  /** Shortens the leases of work in tests. */
  readonly intervalFactor?: number;
};

/** Services define their documents with it and do not import mongoose. */
export { Schema };

failClosedWrites();

/** The models of a store. Their indexes are built after the connection, see `buildIndexes`. */
const createModels = (connection: Connection) => {
  const indexers: (() => Promise<unknown>)[] = [];
  return {
    define: <T>(name: string, schema: Schema<T>): Model<T> => {
      schema.set('autoIndex', false);
      schema.set('autoCreate', false);
      const model = connection.model<T>(name, schema, name);
      indexers.push(() => model.createIndexes());
      return model;
    },
    buildIndexes: async (): Promise<void> => {
      for (const index of indexers) await index();
    },
  };
};

export const openStore = (options: OpenStoreOptions) => {
  const { log, service } = options;
  const connection: Connection = mongoose.createConnection();
  // a query before the first connection must fail immediately: buffered, it would fail after ten seconds
  connection.set('bufferCommands', false);
  connection.on('error', (err) => log.warn({ err }, 'store connection failed'));
  const { define, buildIndexes } = createModels(connection);
  const withOutbox: { name: string; ephemeral: boolean }[] = [];

  const leaseMs = WORK_LEASE_MS * (options.intervalFactor ?? 1);
  const worker = createWorker(define('outside_work', workSchema.clone()), log, leaseMs);
  const leases = createLeases(define('leases', leaseSchema.clone()), log, options.intervalFactor);

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
      remove: createRowRemoval(connection),
    },
  });

  /** Of a write that is stored: the writer is answered with the changes that everyone may read. */
  const sendSoon: Relay['sendSoon'] = (name, id, rows) => {
    for (const row of rows)
      if (row.kind === 'live' && row.body.audience.to === 'everyone') noteChange(changeOfRow(row));
    relay.sendSoon(name, id, rows);
  };

  const deletions = define(DELETIONS, createDeletionSchema());
  withOutbox.push({ name: DELETIONS, ephemeral: true });
  const deleteWithEvents = createDeleteWithEvents({ connection, deletions, sendSoon });

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

  const repeat = createRepeat(log);
  const open = async (): Promise<void> => {
    await openConnection(connection, options);
    await buildIndexes();
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
    answers: (ms = 1_000): Promise<boolean> => respondsWithin(connection, ms),
    close: () => connection.close(),
  };
};
export type Store = ReturnType<typeof openStore>;
