import { join } from 'node:path';
import { databaseName } from '@satrangi/contracts';
import { systemClock } from '../base/clock.ts';
import type { BaseConfig } from '../base/config.ts';
import { systemIds } from '../base/ids.ts';
import { createLog, type Logger } from '../base/log.ts';
import { createEventFactory } from '../bus/events.ts';
import { openBus } from '../bus/open-bus.ts';
import { openLiveLog } from '../live/open-live.ts';
import { sessionSchema } from '../store/account-sessions.ts';
import { revokedSessionSchema } from '../store/revoked-sessions.ts';
import { createSessionRevocations } from '../store/session-revocations.ts';
import { openStore } from '../store/store.ts';
import { openSpans } from '../tracing/open-spans.ts';
import { bindSpans, type Spans } from '../tracing/spans.ts';
import { createAuditLog } from './audit-log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { observePublish } from './observe-messages.ts';
import type { Overrides } from './running-service.ts';
import type { ServiceDefinition } from './service-context.ts';

type Name = ServiceDefinition['name'];

type ConnectionDeps = {
  readonly name: Name;
  readonly base: BaseConfig;
  readonly overrides: Overrides;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly spans: Spans | null;
};

/** Opens bus, live log and store. None of them waits until its server is available. */
const openConnections = async ({ name, base, overrides, log, metrics, spans }: ConnectionDeps) => {
  const bus =
    overrides.bus ??
    (await openBus(base.AMQP_URL, {
      service: name,
      log,
      secret: base.INTERNAL_SECRET,
      prefix: base.AMQP_PREFIX,
      declares: base.AMQP_DECLARE,
      hooks: metrics.hooks,
      memory: { parkedDir: join(base.DATA_DIR, 'parked') },
    }));
  const live = overrides.live ?? (await openLiveLog(base.REDIS_URL, { prefix: base.REDIS_PREFIX }));
  const store = openStore({
    uri: base.MONGODB_URI,
    database: databaseName(name, base.DB_SUFFIX),
    service: name,
    log,
    publish: observePublish(bus.publish, log, spans),
    notify: ({ message, audience }, change) => live.publish(message, audience, change),
    busUp: () => bus.state() === 'up',
    refusesUnsafe: base.NODE_ENV === 'production',
    intervalFactor: base.INTERVAL_FACTOR,
  });
  return { bus, live, store };
};

/** Opens what every service has, before the service itself is built. */
export const openParts = async (name: Name, base: BaseConfig, overrides: Overrides) => {
  const log = overrides.log ?? createLog(name, base.LOG_LEVEL);
  const clock = overrides.clock ?? systemClock();
  const metrics = createMetrics(name);
  const spans = await openSpans(base, name, log);
  const stopping = new AbortController();
  const { bus, live, store } = await openConnections({ name, base, overrides, log, metrics, spans });
  const { serviceStore } = store;
  const newEvent = createEventFactory(name, clock, systemIds);
  const accounts = serviceStore.collection('sessions', sessionSchema);
  const auditLog =
    name === 'gateway'
      ? null
      : createAuditLog({
          ...{ service: name, store: serviceStore, clock, ids: systemIds, log, newEvent },
          isDeleted: async (userId) => (await accounts.exists({ _id: userId, deleted: true })) !== null,
        });
  const sessions = createSessionRevocations(
    name,
    {
      accounts,
      revoked: serviceStore.collection('revoked-sessions', revokedSessionSchema),
    },
    live,
    auditLog ? { onDeleted: auditLog.erase } : {},
  );
  return {
    name,
    base,
    log,
    clock,
    metrics,
    spans,
    /** Binds a function to the spans of this service. */
    traced: bindSpans(spans),
    /** Aborts when the service begins to stop. */
    stopping,
    bus,
    live,
    store,
    newEvent,
    auditLog,
    sessions,
  };
};
export type Parts = Awaited<ReturnType<typeof openParts>>;
