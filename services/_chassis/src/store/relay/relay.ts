import type { Connection } from 'mongoose';
import { withoutCorrelation } from '../../base/correlation.ts';
import { failpoint } from '../../base/failpoint.ts';
import type { Logger } from '../../base/log.ts';
import { LEASE_MS, type OutboxRow, type RawCollection, rawCollection } from '../outbox.ts';
import { createBacklog } from './backlog.ts';
import { createDeliverer } from './deliver-rows.ts';
import { createPendingOrder } from './pending-order.ts';
import type { RowDelivery } from './send-rows.ts';
import { createSettler } from './settle-rows.ts';
import { createSweep, MAX_IN_FLIGHT } from './sweep-rows.ts';
import { createSweepSchedule } from './sweep-schedule.ts';

export type RelayOptions = {
  readonly service: string;
  readonly connection: Connection;
  readonly collections: () => readonly { readonly name: string; readonly ephemeral: boolean }[];
  readonly delivery: RowDelivery;
  readonly busUp: () => boolean;
  readonly log: Logger;
  readonly idlePollMs?: number;
};

/**
 * Publishes pending outbox rows. Rows of this process are sent immediately; a sweep finds rows that a crash, the broker
 * or another process left. Retries have no limit, and concurrent relays are safe.
 */
export const createRelay = (options: RelayOptions) => {
  const { connection, collections, delivery, busUp, log, service, idlePollMs = 5_000 } = options;
  const raw = new Map<string, RawCollection>();
  /** Documents with an unsent older event: the sweep sends their events in order. */
  const pendingOrder = createPendingOrder();

  const collection = (name: string): RawCollection => {
    const found = raw.get(name) ?? rawCollection(connection, name);
    raw.set(name, found);
    return found;
  };
  const settler = createSettler({
    service,
    log,
    collection,
    isEphemeral: (name) => collections().some((one) => one.name === name && one.ephemeral),
    onMore: () => schedule.within(1_000),
  });

  const schedule = createSweepSchedule({ sweepOnce: (all) => sweepOnce(all), log, idlePollMs });
  const deliverer = createDeliverer({
    delivery,
    log,
    collection,
    settler,
    pendingOrder,
    scheduleSweep: schedule.within,
  });
  const sweepOnce = createSweep({
    collections,
    collection,
    deliverer,
    pendingOrder,
    busUp,
    scheduleSweep: schedule.within,
  });

  return {
    /** Delivers rows that this process has just written. */
    sendSoon: (name: string, id: string, rows: readonly OutboxRow[]): void => {
      if (rows.length === 0) return;
      failpoint(`${service}.committed-before-publish`);
      const hasEvents = rows.some(({ kind }) => kind === 'event');
      const mustWait = schedule.isStopped() || deliverer.size() >= MAX_IN_FLIGHT || (hasEvents && !busUp());
      const mustKeepOrder = pendingOrder.has(name, id);
      if (hasEvents && (mustWait || mustKeepOrder)) pendingOrder.add(name, id);
      if (mustWait || mustKeepOrder) withoutCorrelation(() => schedule.within(LEASE_MS));
      else withoutCorrelation(() => deliverer.deliver(name, id, rows, 0));
    },
    start: schedule.start,
    /** Sweeps immediately, when broker or live log are available again. */
    wake: schedule.wake,
    /** Tries all pending rows once and settles the sent ones. */
    flush: async (): Promise<void> => {
      await deliverer.idle();
      await schedule.sweep(true);
      await deliverer.idle();
      await settler.done();
    },
    /** Number of documents with an unsent older event, as known to this process. */
    pendingOrderSize: (): number => pendingOrder.size(),
    ...createBacklog({ collections, collection }),
    stop: async (): Promise<void> => {
      schedule.stop();
      await deliverer.idle();
      await settler.done();
    },
  };
};
export type Relay = ReturnType<typeof createRelay>;
